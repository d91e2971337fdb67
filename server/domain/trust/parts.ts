/**
 * The parts of a run by their source, and which of them are untrusted. Taint runs forward: what the agent wrote after it had
 * read an untrusted part may repeat it, and so may the tools that it gave it to. Messages and calls are two lists; where a
 * message shows what a call answered, that tells their order, and where nothing does, the agent had read the part already.
 */
import type { QuotableEpisode } from '../learning/quote-episode.ts';
import type { Message, ToolCall } from '../runs/episodes/episode.ts';
import { type Source, uniteSources } from './side.ts';
import { outsideTools, type ToolPolicy } from './tool-names.ts';

/** Whose words teach by policy alone: any user's, those that a second user's runs confirm, or nobody's. */
export type UserTrust = 'trusted' | 'confirmed' | 'held';

export interface TrustPolicy extends ToolPolicy {
  readonly users: UserTrust;
}

/** A run with what tells whose words stand in it. */
export interface SourcedRun extends QuotableEpisode {
  readonly userId: string | null;
  readonly framework: string | null;
}

/** The sources of an untrusted part, and who wrote it; the agent and trusted tools may repeat what they were given. */
interface UntrustedPart {
  readonly by: Source | 'agent' | 'tool';
  readonly sources: readonly Source[];
}
/** Null: trusted. */
export type Label = UntrustedPart | null;

export interface Labels {
  readonly task: Label;
  readonly messages: readonly Label[];
  readonly calls: readonly { readonly given: Label; readonly answer: Label }[];
  readonly error: Label;
  /** Of comments and corrections. */
  readonly feedback: readonly Label[];
}

const USER_ROLES = ['user', 'human'];
const AGENT_ROLES = ['assistant', 'ai', 'model', 'agent', 'self'];
const DEVELOPER_ROLES = ['system', 'developer'];
/** Who gives feedback for the developer. Whoever else is named may be a user. */
const OWN_FEEDBACK = ['reviewer', 'developer', 'operator', 'evaluator', 'test', 'system'];

const VALUE = /^(?:[-+]?\d[\d.,]{0,30}%?|true|false|null)?$/;
const ONE_WORD = /^[\p{L}\p{M}]{1,16}$/u;

/** Nothing, a number or a boolean: it can be shown, whoever said it. */
export function isValue(text: string): boolean {
  return VALUE.test(text.trim());
}

/** Whether a text taints nothing: a value, or the only word of the run. Several words could spell a sentence. */
function trivialTexts(): (text: string) => boolean {
  const words = new Set<string>();
  return (text) => {
    if (isValue(text)) return true;
    if (!ONE_WORD.test(text.trim())) return false;
    return words.add(text.trim().toLowerCase()).size === 1;
  };
}

/** Whether arguments hold too little for an answer to repeat: values, and one word at most, the names of fields included. */
function isTrivialInput(given: ToolCall['arguments']): boolean {
  const words = textOfInput(given).match(/(?!(?:true|false|null)\b)\p{L}+/gu) ?? [];
  return words.length < 2 && words.every((word) => word.length <= 16);
}

/** A tool's name as it may be shown: names are short and have no blanks. */
export function shownName(name: string): string {
  return /^[\w.:/@-]{1,64}$/.test(name) ? name : 'unnamed';
}

export function textOfInput(given: ToolCall['arguments']): string {
  return typeof given === 'string' ? given : given ? JSON.stringify(given) : '';
}

/** A place in a run: the message, and the call. -1 is before all messages, null is not known. */
interface Place {
  readonly message: number | null;
  readonly call: number | null;
}

/** Whether what stands at `one` was read before what stands at `other` was written, or may have been. */
function precedes(one: Place, other: Place): boolean {
  const areShown = one.message !== null && other.message !== null;
  const isEarlier = areShown && (one.message ?? 0) < (other.message ?? 0);
  if (one.call === null || other.call === null) return isEarlier || !areShown;
  return isEarlier || one.call < other.call;
}

export function labelRun(run: SourcedRun, policy: TrustPolicy): Labels {
  const { messages, toolCalls } = run;
  const shownIn = findAnswers(run);
  const callOf = (message: number) =>
    isCopying(messages[message]?.role ?? '') ? -1 : shownIn.indexOf(message);
  const own = sourcesOf(run, policy, callOf);
  const seeds = findSeeds(run, own, shownIn);
  const taint = (by: 'agent' | 'tool', at: Place): Label => {
    const sources = uniteSources(seeds.filter((seed) => precedes(seed, at)).map(({ source }) => source));
    return sources.length === 0 ? null : { by, sources };
  };
  // A tool may keep what it was given, and another one answer with it.
  let isSpread = false;
  const calls = toolCalls.map(({ arguments: input }, call) => {
    const source = own.calls[call] ?? null;
    const given = taint('agent', { message: shownIn[call] ?? null, call });
    isSpread ||= given !== null && !isTrivialInput(input);
    const echo: Label = given !== null && isSpread ? { ...given, by: 'tool' } : null;
    return { given: source?.kind === 'marked' ? labelBy(source) : given, answer: labelBy(source) ?? echo };
  });
  const copied = (text: string | null): Label =>
    calls.find(({ answer }, at) => {
      const { result, error } = toolCalls[at] ?? {};
      return answer !== null && text !== null && [result, error].some((one) => hasCopy(text, one));
    })?.answer ?? null;
  const labelMessage = ({ role, content }: Message, at: number): Label => {
    const source = own.messages[at] ?? null;
    const copy = isCopying(role) && source?.kind !== 'marked' ? copied(content) : null;
    if (copy !== null) return copy;
    const shown = callOf(at);
    if (shown >= 0) return calls[shown]?.answer ?? null;
    if (source !== null || isOwnWords(role, at)) return labelBy(source);
    return taint(kindOf(role) === 'tool' ? 'tool' : 'agent', { message: at, call: null });
  };
  const all = uniteSources([...own.calls, ...own.messages, own.task].filter((source) => source !== null));
  const anything: Label = all.length === 0 ? null : { by: 'agent', sources: all };
  return {
    task: labelBy(own.task) ?? copied(run.task),
    messages: messages.map(labelMessage),
    calls,
    // It may be any part's, whatever that taints.
    error: seeds.length > 0 || own.calls.some((source) => source !== null) ? anything : null,
    feedback: (run.feedback ?? []).map(({ source }, at) =>
      kindOf(source) === 'agent' ? anything : labelBy(own.feedback[at] ?? null),
    ),
  };
}

/** The untrusted parts that taint what follows them. */
function findSeeds({ messages, toolCalls }: SourcedRun, own: Sources, shownIn: readonly (number | null)[]) {
  const isTrivial = trivialTexts();
  const seeds: (Place & { source: Source })[] = [];
  const firstSeen = (place: number | null, answer: string | null | undefined) => {
    const copy = messages.findIndex(({ role, content }) => isCopying(role) && hasCopy(content, answer));
    return place === null || copy < 0 ? place : Math.min(place, copy);
  };
  if (own.task !== null) seeds.push({ source: own.task, message: -1, call: null });
  messages.forEach(({ content }, message) => {
    const source = own.messages[message] ?? null;
    if (source !== null && !shownIn.includes(message) && !isTrivial(content))
      seeds.push({ source, message, call: null });
  });
  toolCalls.forEach(({ result, error }, call) => {
    const source = own.calls[call] ?? null;
    // An answer that was not recorded was read all the same.
    const isRead = result != null || error != null;
    if (source !== null && !(isRead && [result ?? '', error ?? ''].every(isTrivial)))
      seeds.push({ source, message: firstSeen(shownIn[call] ?? null, result || error), call });
  });
  return seeds;
}

function labelBy(source: Source | null): Label {
  return source && { by: source, sources: [source] };
}

/** Whose words a message of this role has. */
function kindOf(role: string): 'user' | 'agent' | 'developer' | 'tool' {
  const name = role.toLowerCase();
  if (USER_ROLES.includes(name)) return 'user';
  if (AGENT_ROLES.includes(name)) return 'agent';
  return DEVELOPER_ROLES.includes(name) ? 'developer' : 'tool';
}

/** Words of users, and of the developer in the first message; later ones may be what a framework made of the run. */
const isOwnWords = (role: string, at: number) =>
  kindOf(role) === 'user' || (kindOf(role) === 'developer' && at === 0);

export const isAgent = (role: string) => kindOf(role) === 'agent';
export const isDeveloper = (role: string) => kindOf(role) === 'developer';

/** A shorter text can stand in another one by chance. */
const LEAST_COPY = 17;

/** For each call the message that shows its answer, null where none does, or several calls may have given it. */
function findAnswers({ messages, toolCalls }: SourcedRun): (number | null)[] {
  const answers = toolCalls.map(({ result, error }) => result || error || '');
  return answers.map((answer, call) => {
    const alike = answers.flatMap((other, at) => (other === answer ? [at] : []));
    const shown = messages.flatMap(({ role, content }, at) =>
      answer !== '' && content === answer && kindOf(role) === 'tool' ? [at] : [],
    );
    return alike.length > 1 && alike.length !== shown.length ? null : (shown[alike.indexOf(call)] ?? null);
  });
}

/** Frameworks put what a tool answered into messages of users and developers, too. */
const isCopying = (role: string) => kindOf(role) === 'user' || kindOf(role) === 'developer';
const hasCopy = (content: string, answer: string | null | undefined) =>
  answer != null && answer.trim().length >= LEAST_COPY && content.includes(answer.trim());

type Sources = ReturnType<typeof sourcesOf>;

/** The untrusted source of each part that others wrote. */
function sourcesOf(run: SourcedRun, policy: TrustPolicy, callOf: (message: number) => number) {
  const { task, messages, toolCalls, userId, feedback = [] } = run;
  const mayMark = policy.mode !== 'false';
  const user: Source | null =
    userId === null || policy.users === 'trusted' ? null : { kind: 'user', name: userId };
  const markedAs = ({ source }: { source?: string | null | undefined }, name: string): Source | null =>
    mayMark && source === 'untrusted' ? { kind: 'marked', name: shownName(name) } : null;
  const isOutside = outsideTools(policy, run);
  const calls = toolCalls.map((call, at): Source | null => {
    const shown = messages.find((_, message) => callOf(message) === at);
    const marked = markedAs(call, call.name) ?? (shown === undefined ? null : markedAs(shown, call.name));
    const tool: Source = { kind: 'tool', name: shownName(call.name) };
    return marked ?? (isOutside({ name: call.name, given: textOfInput(call.arguments) }) ? tool : null);
  });
  // An answer that belongs to no call may be any tool's, and where there are more of them than calls, of one that is not known.
  const strays = messages.filter(({ role }, at) => kindOf(role) === 'tool' && callOf(at) < 0).length;
  const open = toolCalls.length - messages.filter((_, at) => callOf(at) >= 0).length;
  const anyTool = calls.find((source) => source !== null) ?? null;
  const unknown: Source | null =
    anyTool ?? (mayMark && strays > open ? { kind: 'tool', name: 'unknown' } : null);
  const fromMessages = messages.map(({ role, source }, at): Source | null => {
    const marked = markedAs({ source }, role);
    if (marked !== null) return marked;
    switch (kindOf(role)) {
      case 'user':
        return user;
      case 'tool':
        return callOf(at) < 0 ? unknown : (calls[callOf(at)] ?? null);
      default:
        return null;
    }
  });
  // The task of a trace is one of its messages.
  const request = task?.trim() ? task : null;
  const holder = messages.find(
    (one) => request !== null && one.content.includes(request) && markedAs(one, ''),
  );
  return {
    calls,
    messages: fromMessages,
    task: request === null ? null : holder === undefined ? user : markedAs(holder, holder.role),
    feedback: feedback.map(({ source }) => (OWN_FEEDBACK.includes(source.toLowerCase()) ? null : user)),
  };
}
