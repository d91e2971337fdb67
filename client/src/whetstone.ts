/** The client: recall and record beside an agent's run, which never fail it, and the gateway's operations, which may. */
import { type CallOptions, callOperation, type Input, type OperationName, type ReplyOf } from './call.ts';
import { runInContext } from './context.ts';
import type {
  EpisodeIn,
  FeedbackIn,
  FeedbackOut,
  MemoryBatchOut,
  MemoryIn,
  RecallRequest,
} from './generated/api.ts';
import {
  type Caller,
  CircuitBreaker,
  completeScope,
  defaultScope,
  resolveSettings,
  type Settings,
  type WhetstoneOptions,
} from './options.ts';
import {
  emptyRecall,
  momentOf,
  type NextCall,
  type Recall,
  type RecallOptions,
  recallOrNothing,
} from './recall.ts';
import { type Delivered, type FlushOptions, type FollowedRun, Outbox } from './sending/outbox.ts';

/** What clients of one connection share. */
interface Connection {
  settings: Settings;
  quiet: CircuitBreaker;
  outbox: Outbox;
  /** The rules of calls that adapters saw, by the calls' ids. */
  rules: Map<string, Promise<Recall>>;
}

/** Calls of tools whose rules are kept until the tool runs. */
const MOST_CALLS = 1000;

function connect(options: WhetstoneOptions): Connection {
  const settings = resolveSettings(options);
  return { settings, quiet: new CircuitBreaker(), outbox: new Outbox(settings), rules: new Map() };
}

export class Whetstone {
  readonly #connection: Connection;

  /**
   * Never throws, so that a bad option cannot keep an agent from starting: the first call reports it. `connection` is that of
   * another client, for `with`.
   */
  constructor(options: WhetstoneOptions = {}, connection: Connection = connect(options)) {
    this.#connection = connection;
  }

  /** This client for one user and session. Both share what waits to be sent. */
  with({ user, session }: Caller): Whetstone {
    const { settings: own } = this.#connection;
    const { caller } = own;
    const settings = {
      ...own,
      caller: {
        user: user === undefined ? caller.user : user,
        session: session === undefined ? caller.session : session,
      },
    };
    return new Whetstone({}, { ...this.#connection, settings });
  }

  /**
   * Runs `work` for one user and session: all that it recalls and records, adapters included, is theirs. Needs AsyncLocalStorage
   * (Node, Bun, Deno, most edges).
   */
  runWith<Result>({ user, session }: Caller, work: () => Result): Result {
    return runInContext(
      { ...(user === undefined ? {} : { user }), ...(session === undefined ? {} : { session }) },
      work,
    );
  }

  /** The agent, user and session of a recall or record that names none, here and now. */
  get defaultScope(): ReturnType<typeof defaultScope> {
    return defaultScope(this.#connection.settings);
  }

  /** What is known for a task, within the limit and never rejecting: empty where the gateway does not answer. */
  async recall(request: string | RecallRequest, options?: RecallOptions): Promise<Recall> {
    const asked = typeof request === 'string' ? { query: request } : request;
    return await recallOrNothing(this.#connection, asked, options);
  }

  /**
   * The rules of a recall that apply to a call of a tool that is about to be made, within the limit and never rejecting. The
   * gateway is asked only where one may.
   */
  async beforeTool(recall: Recall, call: NextCall, options?: RecallOptions): Promise<Recall> {
    return (await this.askBefore(recall, call, options)) ?? emptyRecall(null);
  }

  /** The same; null at once where no rule may apply. With an id, `rulesOf` gives the answer too. For adapters. */
  askBefore(recall: Recall, call: NextCall, options?: RecallOptions, id?: string): Promise<Recall> | null {
    const moment = momentOf(recall, call);
    if (moment == null) return null;
    const asked = recallOrNothing(this.#connection, { moment }, options);
    if (id !== undefined) this.#connection.rules.set(id, asked);
    const [oldest] = this.#connection.rules.keys();
    if (this.#connection.rules.size > MOST_CALLS && oldest !== undefined)
      this.#connection.rules.delete(oldest);
    return asked;
  }

  /** How long an adapter waits for them, in milliseconds: 50, or the `recallTimeoutMs` of the options. */
  get momentWaitMs(): number {
    return this.#connection.settings.momentWaitMs;
  }

  /** The rules that an adapter asked for before the call of a tool with this id; null where none may apply. */
  rulesOf(id: string): Promise<Recall> | null {
    return this.#connection.rules.get(id) ?? null;
  }

  /**
   * Keeps what happened in a run, to be sent in the background. Returns at once and never throws. The promise, which needs no
   * answer and never rejects, gives the id of the episode once the gateway has it, and null where it never will.
   */
  record(episode: EpisodeIn): Promise<string | null> {
    return this.#connection.outbox.add(episode, this.#connection.settings);
  }

  /**
   * Remembers several things; the results are in their order, and an error is that of one memory alone. Throws
   * `WhetstoneError` where the gateway does not answer; to say all of them again adds none twice.
   */
  async remember(memories: readonly MemoryIn[], options?: CallOptions): Promise<MemoryResults> {
    return await rememberAll(this.#connection.settings, memories, options);
  }

  /**
   * Judges a run by the id of its episode, or of the recall that it was recorded with. What waits is sent first, as the run may be
   * among it. Throws `WhetstoneError`.
   */
  async feedback(feedback: FeedbackIn, options?: CallOptions): Promise<FeedbackOut> {
    await this.#connection.outbox.sendWaiting();
    return await this.call('giveFeedback', { body: feedback }, options);
  }

  /**
   * Sends what was recorded so far and resolves when it is there or the time is up. Never rejects. A run of an adapter that is
   * silent for a second is recorded as it stands.
   */
  async flush(options?: FlushOptions): Promise<Delivered> {
    return await this.#connection.outbox.flush(options);
  }

  /** How many records were sent, were dropped and wait. */
  get delivered(): Delivered {
    return this.#connection.outbox.delivered;
  }

  /** Calls any operation of the gateway. Throws `WhetstoneError`. */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<ReplyOf<Name>> {
    return await callOperation(this.#connection.settings, name, input, options);
  }

  /** Has a run recorded at a flush and at the end of the process, where nothing is heard of it any more. For adapters. */
  follow(run: FollowedRun): void {
    this.#connection.outbox.follow(run);
  }

  /** The run is recorded. */
  unfollow(run: FollowedRun): void {
    this.#connection.outbox.unfollow(run);
  }

  /** Passes an error that an adapter met to `onError`. */
  report(error: Parameters<Settings['report']>[0]): void {
    this.#connection.settings.report(error);
  }
}

/** Most memories that the gateway takes in one call. */
const MOST_AT_ONCE = 1000;

/** What became of each memory, in their order; an error is that of one memory alone. */
type MemoryResults = MemoryBatchOut['results'];

/** As {@link Whetstone.remember}. */
async function rememberAll(
  settings: Settings,
  memories: readonly MemoryIn[],
  options?: CallOptions,
): Promise<MemoryResults> {
  const results: MemoryResults = [];
  for (let start = 0; start < memories.length; start += MOST_AT_ONCE) {
    const body = memories
      .slice(start, start + MOST_AT_ONCE)
      .map((memory) => ({ ...memory, scope: completeScope(settings, memory) }));
    results.push(...(await callOperation(settings, 'addMemoryBatch', { body }, options)).results);
  }
  return results;
}
