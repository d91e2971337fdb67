/**
 * Which tools answer with text from outside, told by their names until somebody lists them. A name is read by its parts, in
 * any spelling: `webFetch`, `web_fetch` and `mcp__web__fetch` are the same three words or fewer.
 */

/** Whether a tool's text is trusted: by an agent's own lists, else by the patterns below. */
export interface ToolLists {
  /** Names, or patterns with `*`. */
  readonly trusted: readonly string[];
  readonly untrusted: readonly string[];
}

export const NO_LISTS: ToolLists = { trusted: [], untrusted: [] };

/** `strict`: every tool is untrusted until it is listed. */
export const REVIEW_MODES = ['true', 'strict', 'false'] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];

/** Parts of names that bring text from outside. Shown to people as the defaults. */
export const OUTSIDE_PARTS: readonly string[] = (
  'web* fetch* brows* *search* http* *url urls *crawl* *scrap* *mail* inbox* message* slack* ticket* ' +
  'issue issues comment* review reviews document* docs retriev* rag knowledge* page pages site* ' +
  'article* news feed* rss post posts tweet* forum* thread* chat chats channel* discussion* wiki* ' +
  'confluence notion jira pdf* attachment* download* upload* transcript* resource resources readme ' +
  'gist* pull pr notification* calendar* event events puppeteer playwright snapshot screenshot youtube ' +
  'reddit twitter discord telegram whatsapp sms zendesk intercom hubspot salesforce drive arxiv paper* ' +
  'link links vector* semantic embedding* qa faq* context7 tavily exa perplexity serp* google bing ' +
  'duckduckgo brave wolfram* ocr requests *reader conversation* doc'
).split(' ');

/** What is given out: `issue_refund` opens no ticket. */
const ISSUED = /^(?:refund|credit|card|invoice|payment|certificate|token|voucher|coupon)s?$/;

/** The words of a name, in lower case. */
export function partsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** The pattern by which a name alone says that the tool answers with text from outside; null where none does. */
function outsidePattern(name: string): string | null {
  const parts = partsOf(name);
  const hasFile = parts.some((part) => /^(?:multi)?files?|^path$/.test(part));
  if (hasFile && parts.some((part) => /^(?:read|view|open|get|load|cat|contents?)/.test(part)))
    return 'read* file*';
  const isIssued = parts[0] === 'issue' && ISSUED.test(parts[1] ?? '');
  const found = (isIssued ? parts.slice(1) : parts).map(findOutsidePart);
  return found.find((pattern) => pattern !== null) ?? null;
}

export const readsOutside = (name: string) => outsidePattern(name) !== null;

/** Finds the first of the patterns that matches a whole text; null where none does. */
function finderOf(patterns: readonly string[]): (text: string) => string | null {
  const matchers = patterns.map((pattern) => ({ pattern, matches: matcherOf([pattern]) }));
  return (text) => matchers.find(({ matches }) => matches(text))?.pattern ?? null;
}

const findOutsidePart = finderOf(OUTSIDE_PARTS);

/** Whether a tool is trusted, and what decides it: the setting of the tenant, the agent's lists, or the defaults. */
interface ToolTrust {
  readonly trusted: boolean;
  readonly decidedBy: 'setting' | 'list' | 'default';
  /** The pattern that matched; null where none did. */
  readonly pattern: string | null;
}

/** Decides by the name of a tool alone, as for an agent that does not work on files of its own. */
export function explainTools({ mode, trusted, untrusted }: ToolPolicy): (name: string) => ToolTrust {
  const [findTrusted, findUntrusted] = [finderOf(trusted), finderOf(untrusted)];
  return (name) => {
    if (mode === 'false') return { trusted: true, decidedBy: 'setting', pattern: null };
    const against = findUntrusted(name);
    if (against !== null) return { trusted: false, decidedBy: 'list', pattern: against };
    const listed = findTrusted(name);
    if (listed !== null) return { trusted: true, decidedBy: 'list', pattern: listed };
    if (mode === 'strict') return { trusted: false, decidedBy: 'setting', pattern: null };
    const pattern = outsidePattern(name);
    return { trusted: pattern === null, decidedBy: 'default', pattern };
  };
}

/** Lists by which a tool is trusted, or is not; names that say the same of it already are not added. */
export function listTool(lists: ToolPolicy, name: string, isTrusted: boolean): ToolLists {
  const isOther = (pattern: string) => pattern.trim().toLowerCase() !== name.toLowerCase();
  const cleared = {
    trusted: lists.trusted.filter(isOther),
    untrusted: lists.untrusted.filter(isOther),
  };
  if (explainTools({ ...cleared, mode: lists.mode })(name).trusted === isTrusted) return cleared;
  return isTrusted
    ? { ...cleared, trusted: [...cleared.trusted, name] }
    : { ...cleared, untrusted: [...cleared.untrusted, name] };
}

/** Matches a whole text, in any case, against patterns with `*`. */
export function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  if (patterns.length === 0) return () => false;
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const sources = patterns.map((pattern) =>
    pattern.trim().toLowerCase().split(/\*+/).map(escaped).join('[^]*?'),
  );
  const whole = new RegExp(`^(?:${sources.join('|')})$`);
  return (text) => whole.test(text.toLowerCase());
}

/** Agents that work on a project's own files, as `whetstone connect` sets them up. */
const CODING_AGENTS = new Set(['claude-code', 'codex', 'gemini-cli', 'opencode']);

/** Folders of a project that hold what others wrote. */
const FOREIGN_FOLDER =
  /(?:^|[\\/"'\s])(?:node_modules|\.venv|venv|site-packages|vendor|target|dist-packages|third_party|\.cargo|\.m2|Pods)[\\/]/i;
const LOCAL_TOOL =
  /^(?:read|view|open|edit|write|create|str|grep|glob|ls|list|search|find|replace|apply|multi|notebook|bash|shell|run|exec|execute|local|terminal|todo|update|task|agent)/;
/** Tools that run what they are given, and what in a command says that it fetches something. */
const RUNS_COMMANDS =
  /^(?:bash|z?sh|shell|cmd|powershell|exec\w*|run|eval|terminal|command|console|script|python|repl|node)$/;
const FETCHES =
  /\w:\/\/|\b(?:curl|wget|fetch|requests|urllib|httpx?|aria2c|lynx|w3m|nc|ncat|telnet|ssh|scp|gh|glab)\b/i;

interface CalledTool {
  readonly name: string;
  /** Its arguments as text. */
  readonly given: string;
}

export interface ToolPolicy extends ToolLists {
  readonly mode: ReviewMode;
}

/** Decides for the calls of a run, in their order, whether what a tool answers is text from outside. */
export function outsideTools(
  policy: ToolPolicy,
  { framework }: { readonly framework: string | null } = { framework: null },
): (tool: CalledTool) => boolean {
  const explain = explainTools(policy);
  const isCoding = framework !== null && CODING_AGENTS.has(framework);
  let hasFetched = false;
  return ({ name, given }) => {
    // What a command fetches may lie in a file, which any later call can read.
    const runsCommands = partsOf(name).some((part) => RUNS_COMMANDS.test(part));
    hasFetched ||= runsCommands && FETCHES.test(given);
    const { trusted, decidedBy } = explain(name);
    if (decidedBy !== 'default') return !trusted;
    if (hasFetched && (isCoding || runsCommands)) return true;
    return isCoding ? !isLocalWork(name, given) : !trusted;
  };
}

/** Files of the project and commands of this machine. Pages, searches of the web and MCP servers are not. */
function isLocalWork(name: string, given: string): boolean {
  const parts = partsOf(name);
  if (parts[0] === 'mcp' || name.includes('__')) return false;
  if (parts.some((part) => /^(?:web|fetch|brows|http|url|mcp)/.test(part))) return false;
  return LOCAL_TOOL.test(parts[0] ?? '') ? !FOREIGN_FOLDER.test(given) : !readsOutside(name);
}
