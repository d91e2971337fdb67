/** `whetstone connect <tool>`: has a coding tool recall before each prompt and record each turn. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command, Option } from 'commander';
import { WhetstoneError } from '../errors.ts';
import { noAddress } from '../options.ts';
import { DEFAULT_TIMEOUT_MS, hookArguments, shellWord, TOOL_NAMES } from './coding-agents/hook-options.ts';
import { agentOf } from './coding-agents/repository.ts';
import {
  type Connection,
  KEY_VARIABLE,
  type McpServer,
  type Place,
  type Scope,
} from './coding-agents/settings/connection.ts';
import { applyChange, type SettingsChange, undoChange } from './coding-agents/settings/settings-file.ts';
import {
  CODING_TOOL_NAMES,
  CODING_TOOLS,
  type CodingToolName,
  placeOf,
} from './coding-agents/settings/tool-settings.ts';
import { action, type CommandContext } from './command-context.ts';
import { counted, lineDiff } from './output.ts';

const DEFAULT_AGENT = 'default';

interface Options {
  scope?: Scope;
  exclude?: string[];
  remove?: boolean;
  dryRun?: boolean;
  timeout?: number;
}

const SENT_AT_CALL = 'before a call of a tool that a served rule may apply to: the call with its arguments';
const SENT_BY_HOOKS = [
  'before a prompt: the prompt; when a session starts: the name of the repository and the heading of its README',
  `${SENT_AT_CALL}, and the error before it`,
  'after a turn: the prompt, the answers, the calls of tools with their arguments, results and errors, how long it took, the model and its tokens, and whether tests passed',
];
const SENT_BY_TOOLS = [
  'what the agent gives to the tools: the task when it recalls, and what it records of the run',
];

/** Whether hooks recall and record, not the model by MCP. */
const hasRecordingHook = (name: CodingToolName) => CODING_TOOLS[name].rootInShell !== undefined;

/** The programs here: built in the package, TypeScript in a checkout. */
const programAt = (name: string) =>
  join(dirname(fileURLToPath(import.meta.url)), `${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`);
const HOOK = programAt('coding-agents/hook');
const PLUGIN = programAt('coding-agents/opencode-plugin');
const MAIN = programAt('main');

/** The name under which this package is installed: it may have been published under another. */
function packageName(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  const { name }: { name: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return name;
}

export function connectCommand(): Command {
  return new Command('connect')
    .description('have a coding tool recall before a task and record it')
    .addArgument(new Argument('<tool>').choices(CODING_TOOL_NAMES))
    .addOption(
      new Option(
        '--scope <scope>',
        "whose settings: this folder's for you, all of yours, the project's",
      ).choices(['local', 'user', 'project'] satisfies Scope[]),
    )
    .option('--exclude <patterns...>', 'files and folders that nothing may be sent of')
    .option('--remove', 'take the settings out again')
    .option('--dry-run', 'show what would be written, and write nothing')
    .action(
      action<Options>(async (context, options, name) => {
        await connect(context, options, name as CodingToolName);
      }),
    );
}

async function connect(context: CommandContext, options: Options, name: CodingToolName): Promise<void> {
  const tool = CODING_TOOLS[name];
  const scope = options.scope ?? tool.scopes[0];
  if (!tool.scopes.includes(scope))
    throw new WhetstoneError('invalid', `${name} has no scope ${scope}, only ${tool.scopes.join(' and ')}`);
  if (!hasRecordingHook(name)) refuseHookOptions(context, options, name);
  const target = { name, scope, place: placeOf(tool) };
  const connection = options.remove === true ? null : connectionOf(context, options, target);
  const changes = tool.changes(scope, target.place, connection);
  if (options.dryRun !== true) {
    if (connection !== null) changes.forEach(applyChange);
    // The folders that were made belong to the first change in them.
    else changes.toReversed().forEach(undoChange);
  }
  const agent = context.namedAgent ?? agentOf(target.place.root);
  const unread = connection === null ? null : await unreadSkills(context, agent);
  report(context, { options, ...target, changes, unread, isRemoval: connection === null });
}

/** How long it is looked for skills that the agent does not read; without an answer nothing is said of them. */
const LOOKING_MS = 2000;

/** Who writes a first skill may name no agent: then it is that of `default`, which no repository's agent reads. */
async function unreadSkills({ call }: CommandContext, agent: string): Promise<string | null> {
  if (agent === DEFAULT_AGENT) return null;
  const skillsOf = async (agent_id: string) =>
    await call('listSkills', { query: { agent_id } }, { timeoutMs: LOOKING_MS }).catch(() => []);
  const [skills, own] = await Promise.all([skillsOf(DEFAULT_AGENT), skillsOf(agent)]);
  const read = new Set(own.map(({ name }) => name));
  const count = skills.filter(({ agent_id, name }) => agent_id === DEFAULT_AGENT && !read.has(name)).length;
  if (count === 0) return null;
  return `The agent ${DEFAULT_AGENT} has ${counted(count, 'skill')} that ${agent} does not read. To copy: whetstone skills copy ${DEFAULT_AGENT} --agent ${agent} (--agent '*' for every agent)`;
}

/** What is said to a hook would have no effect, and what must not be sent would be. */
function refuseHookOptions({ settings }: CommandContext, options: Options, name: CodingToolName): void {
  const timeout = name === 'opencode' ? undefined : options.timeout;
  const given = { '--exclude': options.exclude, '--timeout': timeout, '--user': settings.userId };
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined && value !== null)
      throw new WhetstoneError('invalid', `${name} is connected without a hook, so ${option} has no effect`);
  }
}

interface Target {
  name: CodingToolName;
  scope: Scope;
  place: Place;
}

function connectionOf(
  { settings, namedAgent }: CommandContext,
  options: Options,
  target: Target,
): Connection {
  const { url, userId, headers } = settings;
  if (url === null) throw noAddress();
  const tool = TOOL_NAMES.find((name) => name === target.name);
  const isRecorded = hasRecordingHook(target.name);
  const hook = {
    ...{ url, agent: namedAgent, user: userId, tenant: headers['x-tenant-id'] ?? null },
    ...{ timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS, exclude: options.exclude ?? [] },
  };
  return {
    hookCommand: tool === undefined ? null : hookCommand(hookArguments({ tool, ...hook }), target),
    pluginModule: PLUGIN,
    mcp: {
      url: `${url}/mcp`,
      ...mcpAgent(target, namedAgent, { ...hook, isRecorded }),
      hasKey: headers['authorization'] !== undefined,
      isRecorded,
    },
  };
}

/** What is used in every folder finds the agent out where it is started, as the hook does. */
function mcpAgent(
  { scope, place }: Target,
  namedAgent: string | null,
  { url, tenant, isRecorded }: { url: string; tenant: string | null; isRecorded: boolean },
): Pick<McpServer, 'agent' | 'command'> {
  if (namedAgent !== null || scope !== 'user')
    return { agent: namedAgent ?? agentOf(place.root), command: null };
  const args = [
    ...[MAIN, 'mcp', `--url=${url}`],
    ...(tenant === null ? [] : [`--tenant=${tenant}`]),
    ...(isRecorded ? ['--recorded'] : []),
  ];
  return { agent: null, command: [process.execPath, ...args] };
}

/** `|| true`, as the program may be gone some day, and a hook that fails is shown to the user. */
function hookCommand(args: readonly string[], { name, scope, place: { root } }: Target): string {
  const words = args.map(shellWord).join(' ');
  // A plugin's file is kept out of the repository: it may name folders of the user.
  if (scope !== 'project' || name === 'opencode')
    return `${shellWord(process.execPath)} ${shellWord(HOOK)} ${words} || true`;
  const client = packageName();
  // Where the package is for everybody who has the project.
  const inProject = `node_modules/${client}/dist/cli/coding-agents/hook.js`;
  if (!existsSync(join(root, inProject)))
    throw new WhetstoneError(
      'invalid',
      `the project's settings are for all who have it: first add the package, npm install --save-dev ${client}`,
    );
  return `node ${CODING_TOOLS[name].rootInShell}/${inProject} ${words} || true`;
}

interface ConnectResult extends Target {
  options: Options;
  changes: SettingsChange[];
  /** What is to be said of skills that the agent does not read. */
  unread: string | null;
  isRemoval: boolean;
}

function report({ settings, namedAgent, out }: CommandContext, done: ConnectResult): void {
  const { options, name, scope, place, changes, isRemoval, unread } = done;
  const isDry = options.dryRun === true;
  const files = changes.map((change) => ({
    path: change.path,
    changes: change.before !== change.after,
    diff: lineDiff(change.before ?? '', change.after ?? ''),
  }));
  const { afterwards } = CODING_TOOLS[name];
  const sending = {
    url: settings.url ?? '',
    agent: namedAgent ?? (scope === 'user' ? null : agentOf(place.root)),
    sends: hasRecordingHook(name)
      ? SENT_BY_HOOKS
      : [...SENT_BY_TOOLS, ...(name === 'opencode' ? [SENT_AT_CALL] : [])],
    excluded: options.exclude ?? [],
  };
  const hasKey = settings.headers['authorization'] !== undefined;
  const written = isRemoval
    ? 'Removed.'
    : `Written. To undo: whetstone connect ${name} --scope ${scope} --remove`;
  const says = [
    ...(isRemoval ? [] : describeDataShared(done, { ...sending, hasKey })),
    isDry ? 'Nothing was written.' : written,
    ...(isRemoval ? [] : [afterwards, unread].filter((note) => note != null)),
  ];
  const result = {
    ...{ tool: name, scope, written: !isDry, files },
    ...(isRemoval ? {} : sending),
    says: says.filter((line) => line !== ''),
  };
  out.result(result, () => [...files.flatMap((file) => describeFile(file, place)), ...says].join('\n'));
}

function describeFile(
  file: { path: string; changes: boolean; diff: string[] },
  { home, root }: Place,
): string[] {
  const inside = relative(root, file.path);
  const fromHome = file.path.startsWith(`${home}/`) ? `~${file.path.slice(home.length)}` : file.path;
  const path = inside.startsWith('..') ? fromHome : inside;
  return file.changes
    ? [path, ...file.diff.map((line) => `  ${line}`), '']
    : [`${path}: nothing changes`, ''];
}

interface DataShared {
  url: string;
  agent: string | null;
  sends: readonly string[];
  excluded: readonly string[];
  hasKey: boolean;
}

function describeDataShared({ name, scope }: ConnectResult, sending: DataShared): string[] {
  const where = scope === 'user' ? 'from every folder' : 'from this folder';
  const protection = !hasRecordingHook(name)
    ? ['The gateway replaces credentials and personal data by labels before it keeps that.']
    : [
        'Credentials and personal data are replaced by labels before that.',
        sending.excluded.length === 0
          ? 'No files are excluded: --exclude <patterns...>'
          : `Of these files nothing is sent: ${sending.excluded.join(' ')}`,
      ];
  const usual = 'the repository, as owner/name';
  return [
    `What leaves this machine, ${where}, to ${sending.url}:`,
    ...sending.sends.map((what) => `- ${what}`),
    ...protection,
    `The agent is ${sending.agent ?? usual}.`,
    sending.hasKey
      ? `The key stays where it is: ${name} needs ${KEY_VARIABLE} in its environment.`
      : `No key is used: set ${KEY_VARIABLE} first where the gateway needs one.`,
    '',
  ];
}
