/**
 * Follows runs through their model calls: the first one recalls, the later ones reuse that, the last one
 * records. All of it beside the run: what goes wrong here is reported and the model call goes on as it was.
 */
import { toWhetstoneError } from '../errors.ts';
import type { EpisodeIn, Scope } from '../generated/api.ts';
import { emptyRecall, type Recall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import type { Conversation } from './conversation.ts';

export interface AdapterOptions {
  /** Default: one made from the environment. */
  client?: Whetstone | undefined;
  scope?: Scope | undefined;
  session_id?: string | undefined;
  recallTimeoutMs?: number | undefined;
  /** What is known of a run that ended, above all its outcome: a model's answer alone does not tell. */
  describe?: ((run: EndedRun) => Partial<EpisodeIn>) | undefined;
}

/** A run as its last model call left it; `error` is null where the model answered. */
interface EndedRun {
  task: string;
  answer: string;
  error: unknown;
  recall: Recall;
}

interface OpenRun {
  recall: Promise<Recall>;
  started: number;
}

/** Runs that never end (an agent that stops after a tool) leave in the order in which they came. */
const MAX_OPEN_RUNS = 1000;

export class RunWatch {
  readonly #client: Whetstone;
  readonly #options: AdapterOptions;
  readonly #framework: string;
  readonly #open = new Map<string, OpenRun>();

  constructor(framework: string, options: AdapterOptions) {
    this.#client = options.client ?? new Whetstone();
    this.#options = options;
    this.#framework = framework;
  }

  /** Runs what an adapter adds to a model call; `fallback` where it throws. */
  async guarded<Value>(work: () => Value | Promise<Value>, fallback: Value): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      this.#client.report(toWhetstoneError(error, 'agent-code'));
      return fallback;
    }
  }

  /** What was recalled for this run, by this call or an earlier one. Never rejects. */
  async recall(run: Conversation | null): Promise<Recall> {
    if (run === null) return emptyRecall(null);
    return await this.#opened(run).recall;
  }

  /**
   * Records the run: its model has given the last answer, or failed. Never throws, and never asks the
   * gateway: of two runs at once that are word for word alike, the one that ends last has no recall of its
   * own any more.
   */
  async ended(run: Conversation | null, answer: string, error: unknown = null): Promise<void> {
    if (run === null) return;
    await this.guarded(async () => {
      const known = this.#open.get(run.key);
      this.#open.delete(run.key);
      const recall = known === undefined ? emptyRecall(null) : await known.recall;
      const described = await this.guarded(
        () => this.#options.describe?.({ task: run.task, answer, error, recall }),
        undefined,
      );
      this.#client.record({
        ...this.#common(),
        task: run.task,
        recall_id: recall.recall_id,
        messages: [...run.messages, ...(answer === '' ? [] : [{ role: 'assistant', content: answer }])],
        tool_calls: run.toolCalls,
        framework: this.#framework,
        ...(known === undefined ? {} : { duration_ms: Math.round(performance.now() - known.started) }),
        ...(error === null ? {} : { outcome: 'failure', error: toWhetstoneError(error).message }),
        ...described,
      });
    }, undefined);
  }

  #common(): Pick<EpisodeIn, 'scope' | 'session_id'> {
    const { scope, session_id } = this.#options;
    return { ...(scope === undefined ? {} : { scope }), ...(session_id === undefined ? {} : { session_id }) };
  }

  #opened(run: Conversation): OpenRun {
    const known = this.#open.get(run.key);
    if (known !== undefined) return known;
    const request = { query: run.task, ...this.#common() };
    const opened: OpenRun = {
      recall: this.#client.recall(request, { timeoutMs: this.#options.recallTimeoutMs }),
      started: performance.now(),
    };
    this.#open.set(run.key, opened);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN_RUNS && oldest !== undefined) this.#open.delete(oldest);
    return opened;
  }
}
