/**
 * The parts of a run by their source, and which of them are untrusted. Taint runs forward: what the agent wrote after it had
 * read an untrusted part may repeat it, and so may a tool what it was given. Messages and calls are two lists; where a
 * message shows what a call answered, that tells their order, and where nothing does, the agent had read the part already.
 */
import type { QuotableEpisode } from '../learning/quote-episode.ts';
import type { ToolCall } from '../runs/episodes/episode.ts';
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
const AGENT_ROLES = ['assistant', 'ai', 'model'];
const DEVELOPER_ROLES = ['system', 'developer'];
/** Who gives feedback for the developer. Whoever else is named may be a user. */
const OWN_FEEDBACK = ['reviewer', 'developer', 'operator', 'evaluator', 'test', 'system'];

const VALUE = /^(?:[-+]?\d[\d.,]{0,30}%?|true|false|null)?$/;
const ONE_WORD = /^[\p{L}\p{M}]{1,16}$/u;

/** Nothing, a number or a boolean: it can be shown, whoever said it. */
export function isValue(text: string): boolean {
  return VALUE.test(text.trim());
}

/** A value, or one word: too little to taint what follows. */
function isTrivial(text: string): boolean {
  return isValue(text) || ONE_WORD.test(text.trim());
}

/** Whether arguments hold no text that an answer could repeat. */
function isTrivialInput(given: unknown): boolean {
  if (typeof given === 'string') return isTrivial(given);
  if (typeof given !== 'object' || given === null) return true;
  const isName = (name: string) => /^[\w.-]{1,32}$/.test(name);
  return Object.entries(given).every(([name, value]) => isName(name) && isTrivialInput(value));
}

/** A tool's name as it may be shown: names are short and have no blanks. */
export function shownName(name: string): string {
  return /^[\w.:/@-]{1,80}$/.test(name) ? name : 'unnamed';
}

export function textOfInput(given: ToolCall['arguments']): string {
  return typeof given === 'string' ? given : given ? JSON.stringify(given) : '';
}

/** An untrusted part, and where the agent had got to when it read it: -1 is before all messages, null is not known. */
interface Seed {
  readonly source: Source;
  readonly message: number | null;
  readonly call: number | null;
}

export function labelRun(run: SourcedRun, policy: TrustPolicy): Labels {
  const { messages, toolCalls } = run;
  const shownIn = findAnswers(run);
  const callOf = (message: number) => shownIn.indexOf(message);
  const own = sourcesOf(run, policy, callOf);
  const seeds: Seed[] = own.task === null ? [] : [{ source: own.task, message: -1, call: null }];
  messages.forEach(({ content }, message) => {
    const source = own.messages[message] ?? null;
    if (source !== null && callOf(message) < 0 && !isTrivial(content))
      seeds.push({ source, message, call: null });
  });
  toolCalls.forEach(({ result, error }, call) => {
    const source = own.calls[call] ?? null;
    const isEmpty = isTrivial(result ?? '') && isTrivial(error ?? '');
    if (source !== null && !isEmpty) seeds.push({ source, message: shownIn[call] ?? null, call });
  });
  const taint = (by: 'agent' | 'tool', isBefore: (seed: Seed) => boolean): Label => {
    const sources = uniteSources(seeds.filter(isBefore).map(({ source }) => source));
    return sources.length === 0 ? null : { by, sources };
  };
  const beforeMessage = (at: number) => (seed: Seed) => seed.message === null || seed.message < at;
  const beforeCall = (at: number) => (seed: Seed) => {
    if (seed.call !== null) return seed.call < at;
    const place = shownIn[at] ?? null;
    return place === null || seed.message === null || seed.message < place;
  };
  const calls = toolCalls.map(({ arguments: input }, at) => {
    const given = taint('agent', beforeCall(at));
    const echo: Label = given === null || isTrivialInput(input) ? null : { ...given, by: 'tool' };
    return { given, answer: labelBy(own.calls[at] ?? null) ?? echo };
  });
  return {
    task: labelBy(own.task),
    messages: messages.map(({ role }, at) => {
      const call = calls[callOf(at)];
      if (call !== undefined) return call.answer;
      const source = own.messages[at] ?? null;
      if (source !== null) return labelBy(source);
      const kind = kindOf(role);
      return kind === 'agent' || kind === 'tool' ? taint(kind, beforeMessage(at)) : null;
    }),
    calls,
    error: taint('agent', () => true),
    feedback: own.feedback.map(labelBy),
  };
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

export const isAgent = (role: string) => kindOf(role) === 'agent';
export const isDeveloper = (role: string) => kindOf(role) === 'developer';

/** For each call the message that shows its answer, null where none does. */
function findAnswers({ messages, toolCalls }: SourcedRun): (number | null)[] {
  const taken = new Set<number>();
  return toolCalls.map(({ result, error }) => {
    const answer = result || error;
    const at = messages.findIndex(
      ({ role, content }, place) => content === answer && !taken.has(place) && kindOf(role) === 'tool',
    );
    if (at < 0) return null;
    taken.add(at);
    return at;
  });
}

/** The untrusted source of each part that others wrote. */
function sourcesOf(run: SourcedRun, policy: TrustPolicy, callOf: (message: number) => number) {
  const { task, messages, toolCalls, userId, framework, feedback = [] } = run;
  const isOutside = outsideTools(policy);
  const mayMark = policy.mode !== 'false';
  const user: Source | null =
    userId === null || policy.users === 'trusted' ? null : { kind: 'user', name: userId };
  const markedAs = ({ source }: { source?: string | null | undefined }, name: string): Source | null =>
    mayMark && source === 'untrusted' ? { kind: 'marked', name: shownName(name) } : null;
  const calls = toolCalls.map((call, at): Source | null => {
    const { name, arguments: given } = call;
    const shown = messages.find((_, message) => callOf(message) === at);
    const marked = markedAs(call, name) ?? (shown === undefined ? null : markedAs(shown, name));
    if (marked !== null) return marked;
    return isOutside({ name, given: textOfInput(given), framework })
      ? { kind: 'tool', name: shownName(name) }
      : null;
  });
  // An answer that belongs to no call may be any tool's.
  const anyTool = calls.find((source) => source !== null) ?? null;
  const unknown: Source | null =
    mayMark && toolCalls.length === 0 ? { kind: 'tool', name: 'unknown' } : anyTool;
  const fromMessages = messages.map((message, at): Source | null => {
    const marked = markedAs(message, message.role);
    if (marked !== null) return marked;
    const kind = kindOf(message.role);
    if (kind === 'user') return user;
    return kind === 'tool' ? (callOf(at) < 0 ? unknown : (calls[callOf(at)] ?? null)) : null;
  });
  // The task of a trace is one of its messages.
  const holder = task?.trim()
    ? messages.find((message) => message.content.includes(task) && markedAs(message, ''))
    : undefined;
  const asked = holder === undefined ? user : markedAs(holder, holder.role);
  return {
    calls,
    messages: fromMessages,
    task: task?.trim() ? asked : null,
    feedback: feedback.map(({ source }) => (OWN_FEEDBACK.includes(source.toLowerCase()) ? null : user)),
  };
}
