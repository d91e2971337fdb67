/**
 * What of a trace has to be kept so that spans may come in any order and number of requests: never the spans,
 * only what an episode is made of, each piece with what ranks it. Merging is commutative, associative and
 * idempotent.
 */

import type { CallFacts } from '../conversation/merge-calls.ts';
import type { CallUsage } from './model-usage.ts';
import { type BoundedList, better, mergeBounded, type RankedValue } from './ranked-value.ts';
import { unwrapPrompt } from './unwrap.ts';

/** A tool's own span. Its key is its place in time and its id. */
export interface ToolEntry {
  readonly key: string;
  readonly call: CallFacts;
  /** Its span, the one around it, and when it ended. Absent in what was kept before nested spans were told apart. */
  readonly id?: string;
  readonly parent?: string;
  readonly end?: string;
  /** Absent in what was kept before services were told apart. */
  readonly service?: string;
}

/** One conversation of a run. Its key is how it begins. */
export interface ConversationEntry {
  readonly key: string;
  readonly start: string;
  readonly best: RankedValue<Message[]>;
}

/** A tool call that is known from messages, with its answer where a later message has it. */
export interface RequestedEntry {
  readonly key: string;
  /** Which of several calls without an id that are otherwise alike. */
  readonly nth: number;
  /** When it was first seen; that is its key. */
  readonly facts: RankedValue<{ callId: string | null; name: string; arguments: unknown }>;
  readonly answer: RankedValue<{ text: string; failed: boolean }> | null;
}

/** A text that a retriever found. Its key is the place of its span in time, and its own place in the span. */
export interface RetrievedText {
  readonly key: string;
  readonly text: string;
}

interface RootFacts {
  readonly error: string | null;
  /** Whether it has an output. Absent in what was kept before. */
  readonly answered?: boolean;
  readonly start: string;
  readonly end: string;
  readonly service?: string;
}

type Message = { role: string; content: string };

/** Everything that is known of a run; all of it is JSON. */
export interface TraceState {
  /** Whether there is a model call, a tool or an agent in it. */
  readonly run: boolean;
  readonly first: string | null;
  readonly last: string | null;
  readonly root: RankedValue<RootFacts> | null;
  readonly task: RankedValue<string> | null;
  readonly output: RankedValue<string> | null;
  readonly session: RankedValue<string> | null;
  readonly user: RankedValue<string> | null;
  readonly agent: RankedValue<string> | null;
  readonly recall: RankedValue<string> | null;
  readonly framework: RankedValue<string> | null;
  readonly service: RankedValue<string> | null;
  /** What was kept before there could be several. */
  readonly conversation?: RankedValue<Message[]> | null;
  readonly conversations: BoundedList<ConversationEntry>;
  /** Absent in what was kept before: the model, the agent that the service is named after, when the last model call began, and the agent that failed last. */
  readonly model?: RankedValue<string> | null;
  readonly named?: RankedValue<string> | null;
  readonly lastCall?: string | null;
  readonly failed?: RankedValue<{ error: string; end: string }> | null;
  readonly tools: BoundedList<ToolEntry>;
  readonly asked: BoundedList<RequestedEntry>;
  /** Absent in what was kept before retrievers were read. */
  readonly found?: BoundedList<RetrievedText>;
  /** Absent where no model call tells its tokens. */
  readonly usage?: BoundedList<CallUsage>;
}

export const EMPTY_STATE: TraceState = {
  run: false,
  first: null,
  last: null,
  root: null,
  task: null,
  output: null,
  session: null,
  user: null,
  agent: null,
  recall: null,
  framework: null,
  service: null,
  conversations: { entries: [], cut: null },
  tools: { entries: [], cut: null },
  asked: { entries: [], cut: null },
};

/** Most calls that are kept of a trace, and about how many characters they may hold together. */
const MOST_CALLS = 1000;
const CALLS_BUDGET = 4_000_000;

/** Most texts that are kept of retrievers, and how many characters they may hold together. */
const MOST_FOUND = 200;
const FOUND_BUDGET = 100_000;

/** Entries never change, and each is weighed again in every merge that it takes part in. */
const sizes = new WeakMap<ToolEntry | RequestedEntry, number>();

function weigh(entry: ToolEntry | RequestedEntry): number {
  const known = sizes.get(entry);
  if (known !== undefined) return known;
  const size = JSON.stringify(entry).length;
  sizes.set(entry, size);
  return size;
}

const TOOL_BOUNDS = {
  most: MOST_CALLS,
  budget: CALLS_BUDGET,
  sizeOf: (entry: ToolEntry) => weigh(entry),
  merge: (a: ToolEntry) => a,
};

const ASKED_BOUNDS = {
  most: MOST_CALLS,
  budget: CALLS_BUDGET,
  sizeOf: (entry: RequestedEntry) => weigh(entry),
  merge: (a: RequestedEntry, b: RequestedEntry): RequestedEntry => ({
    key: a.key,
    nth: a.nth,
    facts: better(a.facts, b.facts) ?? a.facts,
    answer: better(a.answer, b.answer),
  }),
};

/** Most conversations that are kept of a run, and about how many characters they may hold together. */
const MOST_CONVERSATIONS = 50;
const CONVERSATIONS_BUDGET = 8_000_000;

const CONVERSATION_BOUNDS = {
  most: MOST_CONVERSATIONS,
  budget: CONVERSATIONS_BUDGET,
  sizeOf: ({ best }: ConversationEntry) => best.value.reduce((sum, { content }) => sum + content.length, 0),
  merge: (a: ConversationEntry, b: ConversationEntry): ConversationEntry => ({
    key: a.key,
    start: earlier(a.start, b.start) ?? a.start,
    best: better(a.best, b.best) ?? a.best,
  }),
};

const FOUND_BOUNDS = {
  most: MOST_FOUND,
  budget: FOUND_BUDGET,
  sizeOf: ({ text }: RetrievedText) => text.length,
  merge: (a: RetrievedText) => a,
};

const USAGE_BOUNDS = { most: MOST_CALLS, budget: MOST_CALLS, sizeOf: () => 1, merge: (a: CallUsage) => a };

const NOTHING = { entries: [], cut: null };

const LINEAGE = 500;

/** What tells conversations apart: how they begin. */
export function lineageOf(text: string): string {
  return unwrapPrompt(text).trim().slice(0, LINEAGE);
}

/** What retrievers found as the list that is kept. */
export function boundRetrieved(entries: readonly RetrievedText[]): BoundedList<RetrievedText> {
  return mergeBounded(NOTHING, { entries, cut: null }, FOUND_BOUNDS);
}

/** Conversations as the list that is kept. */
export function boundConversations(entries: readonly ConversationEntry[]): BoundedList<ConversationEntry> {
  return mergeBounded(NOTHING, { entries, cut: null }, CONVERSATION_BOUNDS);
}

/** Tools' spans as the list that is kept. */
export function boundTools(entries: readonly ToolEntry[]): BoundedList<ToolEntry> {
  return mergeBounded(NOTHING, { entries, cut: null }, TOOL_BOUNDS);
}

/**
 * Calls from messages as the list that is kept; `cut` is the key from which on earlier ones were left out.
 */
export function boundRequested(
  entries: readonly RequestedEntry[],
  cut: string | null = null,
): BoundedList<RequestedEntry> {
  return mergeBounded(NOTHING, { entries, cut }, ASKED_BOUNDS);
}

/** What is known with both. */
export function mergeStates(a: TraceState, b: TraceState): TraceState {
  return {
    run: a.run || b.run,
    first: earlier(a.first, b.first),
    last: later(a.last, b.last),
    root: better(a.root, b.root),
    task: better(a.task, b.task),
    output: better(a.output, b.output),
    session: better(a.session, b.session),
    user: better(a.user, b.user),
    agent: better(a.agent, b.agent),
    recall: better(a.recall, b.recall),
    framework: better(a.framework, b.framework),
    service: better(a.service, b.service),
    conversations: mergeBounded(conversationsOf(a), conversationsOf(b), CONVERSATION_BOUNDS),
    ...sinceModels(a, b),
    tools: mergeBounded(a.tools, b.tools, TOOL_BOUNDS),
    asked: mergeBounded(a.asked, b.asked, ASKED_BOUNDS),
    ...foundInBoth(a, b),
    ...usageInBoth(a, b),
  };
}

/** The conversations; the only one of what was kept before there could be several. */
function conversationsOf({ conversation, conversations }: TraceState): BoundedList<ConversationEntry> {
  if (conversations !== undefined || conversation === null || conversation === undefined) {
    return conversations ?? NOTHING;
  }
  const begins = conversation.value.find(({ role }) => role !== 'system')?.content ?? '';
  return { entries: [{ key: lineageOf(begins), start: '', best: conversation }], cut: null };
}

function sinceModels(a: TraceState, b: TraceState) {
  return {
    model: better(a.model ?? null, b.model ?? null),
    named: better(a.named ?? null, b.named ?? null),
    lastCall: later(a.lastCall ?? null, b.lastCall ?? null),
    failed: better(a.failed ?? null, b.failed ?? null),
  };
}

/** Most traces have no retriever, and nothing is kept of what they have not. */
function foundInBoth({ found: a = NOTHING }: TraceState, { found: b = NOTHING }: TraceState) {
  const found = mergeBounded<RetrievedText>(a, b, FOUND_BOUNDS);
  return found.entries.length === 0 && found.cut === null ? {} : { found };
}

function usageInBoth({ usage: a = NOTHING }: TraceState, { usage: b = NOTHING }: TraceState) {
  const usage = mergeBounded<CallUsage>(a, b, USAGE_BOUNDS);
  return usage.entries.length === 0 && usage.cut === null ? {} : { usage };
}

/**
 * What is known with all of them. Halves are merged, not one after the other: merging costs as much as both
 * sides hold.
 */
export function mergeAll(states: readonly TraceState[]): TraceState {
  const [first, second] = states;
  if (first === undefined) return EMPTY_STATE;
  if (second === undefined) return first;
  const middle = Math.ceil(states.length / 2);
  return mergeStates(mergeAll(states.slice(0, middle)), mergeAll(states.slice(middle)));
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** Whether anything but a run is known that its episode would need. */
export function isTelling({ root, session, user, agent, recall, found }: TraceState): boolean {
  return found !== undefined || [root, session, user, agent, recall].some((candidate) => candidate !== null);
}
