/**
 * A run that is not over as far as its model calls tell. It is recorded once: with its last answer, with an error after
 * which nobody tries again, or when nothing has been heard of it for long, at a flush or at the end of the process.
 */
import { toWhetstoneError } from '../errors.ts';
import type { EpisodeIn } from '../generated/api.ts';
import type { Caller } from '../options.ts';
import { emptyRecall, type NextCall, type Recall } from '../recall.ts';
import { backgroundTimer, pause } from '../timers.ts';
import {
  addedUp,
  type Conversation,
  type ModelAnswer,
  type ModelUsage,
  type RequestedTool,
} from './conversation.ts';

/**
 * How a run ended: with an answer, with its model's error, by the agent's signal, or without another word (a step limit, a
 * stream that was not read to its end, a tool call that was the answer).
 */
export type RunEnding = 'answered' | 'failed' | 'aborted' | 'stopped';

/** What tells a model call from one that looks the same. */
export interface CallHints {
  /** An object that all calls of one run share, and no other run's. */
  identity?: object | undefined;
  /** True where the framework says that it tries again; otherwise it may do so all the same. */
  isRetry?: boolean | undefined;
  /** Aborted where the whole run is. */
  signal?: AbortSignal | undefined;
  caller?: Caller | undefined;
  model?: string | undefined;
  /** The recalls whose instructions stand in the conversation: they need not be given again. */
  shown?: readonly string[] | undefined;
  /** True where the model is given this text anyway. */
  hasText?: ((text: string) => boolean) | undefined;
}

/** The agent, user and session of a run. */
export type RunOwner = Required<Pick<EpisodeIn, 'scope' | 'session_id'>>;

/** How long a run may be silent between two model calls, while its tools work or a person thinks. */
const LONGEST_SILENCE_MS = 300_000;
/** The age above which a recall is made again: a rule that was rolled back must not be served for long. */
const FRESH_MS = 60_000;

const NO_ANSWER: ModelAnswer = { text: '', calls: [] };

export class OpenRun implements ModelCall {
  /** The object that only this run's model calls have, where its framework has one. */
  readonly identity: object | undefined;
  readonly whose: RunOwner;
  readonly #started = performance.now();
  readonly #end: (run: OpenRun, ending: RunEnding) => void;
  readonly #notes: CallNotes;
  #conversation: Conversation;
  #answer = NO_ANSWER;
  #error: unknown = null;
  #recall: Recall = emptyRecall(null);
  #recalledAt = Number.NEGATIVE_INFINITY;
  #isMixed = false;
  readonly #used: ModelUsage[] = [];
  #idleSince: number | null = null;
  #heardAt: number | null = null;
  #partial: (() => ModelAnswer) | null = null;
  #retry: { from: number; until: number } | null = null;
  #cancelTimer: () => void = () => {};
  #forgetSignal: () => void = () => {};
  #isOver = false;

  constructor(
    conversation: Conversation,
    identity: object | undefined,
    whose: RunOwner,
    askBefore: AskBefore,
    end: (run: OpenRun, ending: RunEnding) => void,
  ) {
    this.#conversation = conversation;
    this.identity = identity;
    this.whose = whose;
    this.#notes = new CallNotes(askBefore);
    this.#end = end;
  }

  get key(): string {
    return this.#conversation.key;
  }

  get instructions(): string {
    return this.#recall.instructions;
  }

  get recallId(): string | null {
    return this.#recall.recall_id;
  }

  get known(): Recall {
    return this.#recall;
  }

  get notes(): ReadonlyMap<string, string> {
    return this.#notes.texts;
  }

  calls(tools: readonly RequestedTool[]): void {
    this.#notes.add(this.#recall, tools, this.#conversation.toolCalls.at(-1)?.error ?? null);
  }

  /** Waits for the rules of earlier calls, at most so long. */
  async settle(ms: number): Promise<void> {
    await this.#notes.settle(ms);
  }

  /** Since when the run has not asked its model; null while it does. */
  get idleSince(): number | null {
    return this.#idleSince;
  }

  /** True where a call with this conversation can follow the run's last answer. */
  isContinuedBy({ isStart, callIds }: Conversation): boolean {
    const { calls } = this.#answer;
    if (isStart || this.#idleSince === null) return false;
    return calls.some(({ id }) => id === '' || callIds.includes(id));
  }

  /** True where the last call failed and this one, which begins now, looks like another try of it. */
  mayBeRetriedBy({ isStart }: Conversation, now: number): boolean {
    if (this.#retry === null || isStart !== this.#conversation.isStart) return false;
    return !isStart || (this.#retry.from <= now && now <= this.#retry.until);
  }

  /** The last call failed, and the same call may come again. */
  get awaitsRetry(): boolean {
    return this.#retry !== null;
  }

  /** Begins a call of `model` in this run; `signal` is the one that ends the whole run. */
  begin(conversation: Conversation, { signal, model }: Pick<CallHints, 'signal' | 'model'>): void {
    this.#conversation = conversation;
    this.#answer = NO_ANSWER;
    this.#partial = null;
    this.#error = null;
    this.#retry = null;
    if (model !== undefined) this.#used.push({ model });
    this.#listen(signal);
    this.asks();
  }

  /** What is known for this run: asked for again where it is old, or where a failed call begins from the start. */
  async recall(ask: (query: string) => Promise<Recall>, isFresh: boolean): Promise<void> {
    if (isFresh && performance.now() - this.#recalledAt < FRESH_MS) return;
    // What a failed first call was served has had no effect.
    const before = this.#conversation.isStart ? emptyRecall(null) : this.#recall;
    const recall = await ask(this.#conversation.query);
    this.#recalledAt = performance.now();
    const { recall_id, holdout, recorded } = before;
    if (recall.recall_id === null) {
      // Without an answer nothing more is served; what was served before stays to be credited.
      this.#recall = { ...recall, recall_id, holdout, recorded };
      return;
    }
    // A run that was served with skills and then without them says nothing about either.
    this.#isMixed ||= recall_id !== null && recall.holdout !== holdout;
    this.#recall = recall;
  }

  asks(): void {
    this.#idleSince = null;
    if (this.#partial !== null) return;
    this.#cancelTimer();
    this.#heardAt = null;
  }

  rests(partial?: () => ModelAnswer): void {
    this.#partial = partial ?? null;
    this.#rest(LONGEST_SILENCE_MS);
  }

  continued(conversation: Conversation): void {
    this.#conversation = conversation;
  }

  answered(answer: ModelAnswer): void {
    this.#take(answer);
    if (answer.calls.length === 0) this.#over('answered');
    else this.rests();
  }

  stopped(answer: ModelAnswer): void {
    this.#take(answer);
    this.#over('stopped');
  }

  failed(error: unknown, retry: Retry | null): void {
    this.#error = error;
    if (retry === null) {
      this.#over('failed');
      return;
    }
    const now = performance.now();
    this.#retry = { from: now + retry.fromMs, until: now + retry.untilMs };
    this.#rest(retry.untilMs);
  }

  aborted(error: unknown): void {
    this.#error = error;
    this.#over('aborted');
  }

  /** Ends the run as it stands. */
  end(): void {
    if (this.#partial !== null) this.#take(this.#partial());
    this.#over(this.#error === null ? 'stopped' : 'failed');
  }

  /** For `describe`. */
  get view(): { task: string; answer: string; error: unknown; recall: Recall } {
    return {
      task: this.#conversation.task,
      answer: this.#answer.text,
      error: this.#error,
      recall: this.#recall,
    };
  }

  /** A model's answer or error does not show whether the task was done: the outcome is not known here. */
  episode(): EpisodeIn {
    const { task, messages, toolCalls } = this.#conversation;
    const { text, calls } = this.#answer;
    return {
      ...this.whose,
      task,
      recall_id: this.#isMixed ? null : this.#recall.recall_id,
      messages: [...messages, ...(text === '' ? [] : [{ role: 'assistant', content: text }])],
      tool_calls: [...toolCalls, ...calls.map(({ name, arguments: args }) => ({ name, arguments: args }))],
      duration_ms: Math.round((this.#heardAt ?? performance.now()) - this.#started),
      outcome: 'unknown',
      ...(this.#error === null ? {} : { error: toWhetstoneError(this.#error).message }),
      metadata: { ...addedUp(this.#used) },
    };
  }

  #take(answer: ModelAnswer): void {
    const { model, usage } = answer;
    this.#partial = null;
    this.#answer = answer;
    this.calls(answer.calls);
    this.#used.push({ model, usage });
  }

  #listen(signal: AbortSignal | undefined): void {
    this.#forgetSignal();
    const aborted = () => this.aborted(signal?.reason);
    signal?.addEventListener('abort', aborted, { once: true });
    this.#forgetSignal = () => signal?.removeEventListener('abort', aborted);
  }

  #rest(longestMs: number): void {
    if (this.#isOver) return;
    this.#cancelTimer();
    this.#idleSince = performance.now();
    this.#heardAt = this.#idleSince;
    this.#cancelTimer = backgroundTimer(() => this.end(), longestMs);
  }

  #over(ending: RunEnding): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer();
    this.#forgetSignal();
    this.#end(this, ending);
  }
}

/** What is asked for a call; null where by the triggers of the recall no rule applies. */
type AskBefore = (known: Recall, call: NextCall, id: string) => Promise<Recall> | null;

export class CallNotes {
  readonly #ask: AskBefore;
  readonly #seen = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  /** By the call's id. */
  readonly texts = new Map<string, string>();

  constructor(ask: AskBefore) {
    this.#ask = ask;
  }

  /** Asks for the rules of calls, each once. */
  add(known: Recall, calls: readonly RequestedTool[], lastError: string | null): void {
    for (const { id, name, arguments: given } of calls) {
      if (id === '' || this.#seen.has(id)) continue;
      this.#seen.add(id);
      const asked = this.#ask(known, { name, arguments: given, lastError }, id);
      if (asked === null) continue;
      const noted = asked.then(({ instructions }) => {
        if (instructions !== '') this.texts.set(id, instructions);
        this.#pending.delete(id);
      });
      this.#pending.set(id, noted);
    }
  }

  /** Waits until all that was asked for is known, or the time is up. */
  async settle(ms: number): Promise<void> {
    if (this.#pending.size > 0) await Promise.race([Promise.all(this.#pending.values()), pause(ms)]);
  }
}

/** What an adapter tells about one call of a model. */
export interface ModelCall {
  /** What was learned, to be put below the system prompt; empty where there is nothing. */
  readonly instructions: string;
  /** The recall that they are from; null where it failed. */
  readonly recallId: string | null;
  /** The whole recall. */
  readonly known: Recall;
  /** The rules that apply to its calls of tools, by the calls' ids, to be put below their results. */
  readonly notes: ReadonlyMap<string, string>;
  /** The model asks for these tools: the rules that apply to them are asked for. */
  calls(tools: readonly RequestedTool[]): void;
  /** The agent waits for its model. */
  asks(): void;
  /**
   * The agent has what it asked for, and may ask for more. With `partial` it is within an answer, of which that is what was
   * read: a framework may then ask on for an agent that has left, so that from here on the model's silence counts as well.
   */
  rests(partial?: () => ModelAnswer): void;
  /** The run has come this far, by answers and tools that the adapter is told of afterwards. */
  continued(conversation: Conversation): void;
  /** The model's answer is complete. */
  answered(answer: ModelAnswer): void;
  /** The agent stopped reading; `answer` is what it had until then. */
  stopped(answer: ModelAnswer): void;
  /** The model failed. `retry` says when another try of the same call would come; null where none can. */
  failed(error: unknown, retry: Retry | null): void;
  /** The agent's own signal ended the run. */
  aborted(error: unknown): void;
}

export interface Retry {
  /** Earliest and latest, in milliseconds from now. */
  fromMs: number;
  untilMs: number;
}
