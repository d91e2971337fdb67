/**
 * Follows runs through their model calls: the first one recalls, the later ones reuse that, the end is recorded. All
 * of it beside the run: what goes wrong here is reported and the model call goes on as it was.
 */
import { currentContext, type OuterRun } from '../context.ts';
import { toWhetstoneError } from '../errors.ts';
import type { EpisodeIn, Scope } from '../generated/api.ts';
import type { Caller } from '../options.ts';
import { emptyRecall, type NextCall, type Recall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import type { Conversation } from './conversation.ts';
import { type CallHints, type ModelCall, OpenRun, type RunEnding, type RunOwner } from './open-run.ts';

export interface AdapterOptions {
  /** Default: one made from the environment. */
  client?: Whetstone | undefined;
  scope?: Scope | undefined;
  session_id?: string | undefined;
  recallTimeoutMs?: number | undefined;
  /** What is known of a run that ended, above all its outcome: a model's answer alone does not tell. */
  describe?: ((run: EndedRun) => Partial<EpisodeIn>) | undefined;
}

/** A run as its last model call left it; `error` is null where the model did not fail. */
interface EndedRun {
  task: string;
  answer: string;
  error: unknown;
  recall: Recall;
  /** `stopped` is a run that was not heard of again: a step limit, a stream that was not read to its end. */
  ending: RunEnding;
}

/** Above this many open runs the oldest is recorded as it stands. */
const MAX_OPEN_RUNS = 1000;

export class RunWatch {
  readonly #client: Whetstone;
  readonly #options: AdapterOptions;
  readonly #framework: string;
  /** The runs that are not over, with the function with learning that each is inside of. */
  readonly #open = new Map<OpenRun, OuterRun | undefined>();

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

  /** The same for work that nobody waits for. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#client.report(toWhetstoneError(error, 'agent-code'));
    }
  }

  /** Begins a model call: of a run that is open, or of a new one. Null where there is no run to follow. Never rejects. */
  async begin(conversation: Conversation | null, signs: CallHints = {}): Promise<ModelCall | null> {
    if (conversation === null) return null;
    return await this.guarded(async () => {
      const known = this.#knownRun(conversation, signs);
      const run = known ?? this.#opened(conversation, signs);
      // Where a retry is only likely, the call may as well be a new run with the same words.
      const isSure =
        !conversation.isStart || (known !== null && (!known.awaitsRetry || isSameCall(known, signs)));
      run.begin(conversation, signs);
      await run.recall(async (query) => await this.#recall(run, query, signs), isSure);
      await run.settle(this.#options.recallTimeoutMs ?? this.#client.momentWaitMs);
      return run;
    }, null);
  }

  /** The rules that apply to a call of a tool that is about to be made. Never rejects. */
  async beforeTool({ known }: ModelCall, call: NextCall): Promise<Recall> {
    const { recallTimeoutMs: timeoutMs } = this.#options;
    return await this.guarded(() => this.#client.beforeTool(known, call, { timeoutMs }), emptyRecall(null));
  }

  /** The open run that a call belongs to, the surest sign first. */
  #knownRun(conversation: Conversation, signs: CallHints): OpenRun | null {
    const now = performance.now();
    const { outer } = currentContext();
    const whose = JSON.stringify(this.#whose(signs.caller));
    // Words may be the same by chance: a run of somebody else, or of another place, is never meant.
    const alike = [...this.#open].flatMap(([run, around]) =>
      run.key === conversation.key && around === outer && JSON.stringify(run.whose) === whose ? [run] : [],
    );
    const found = (fits: (run: OpenRun) => boolean) => alike.find(fits);
    const isOther = ({ identity }: OpenRun) => identity !== undefined && signs.identity !== undefined;
    return (
      found((run) => run.identity !== undefined && run.identity === signs.identity) ??
      found((run) => run.isContinuedBy(conversation)) ??
      found((run) => run.awaitsRetry && signs.isRetry === true) ??
      found((run) => !isOther(run) && run.mayBeRetriedBy(conversation, now)) ??
      null
    );
  }

  async #recall({ whose }: OpenRun, query: string, signs: CallHints): Promise<Recall> {
    const { outer } = currentContext();
    if (outer !== undefined) return recalledOutside(outer, signs);
    const { recallTimeoutMs: timeoutMs } = this.#options;
    const { shown = [] } = signs;
    const skip = shown.length === 0 ? {} : { skip_served: true, skip_served_by: [...shown] };
    return await this.#client.recall({ query, ...whose, ...skip }, { timeoutMs });
  }

  #opened(conversation: Conversation, signs: CallHints): OpenRun {
    const { outer } = currentContext();
    const { recallTimeoutMs: timeoutMs } = this.#options;
    const run = new OpenRun(
      conversation,
      signs.identity,
      this.#whose(signs.caller),
      (known, call, id) => this.#client.askBefore(known, call, { timeoutMs }, id),
      (ended, ending) => {
        this.#open.delete(ended);
        if (outer === undefined) this.#record(ended, ending);
        else leaveToOuter(outer, ended);
      },
    );
    this.#open.set(run, outer);
    if (outer === undefined) this.#client.follow(run);
    else outer.open.add(run);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN_RUNS) oldest?.end();
    return run;
  }

  #record(run: OpenRun, ending: RunEnding): void {
    this.guard(() => {
      const own = run.episode();
      const described = this.#described(run, ending);
      const metadata = { ...own.metadata, ...described?.metadata };
      void this.#client.record({ framework: this.#framework, ...own, ...described, metadata });
    });
    this.#client.unfollow(run);
  }

  #described(run: OpenRun, ending: RunEnding): Partial<EpisodeIn> | undefined {
    let described: Partial<EpisodeIn> | undefined;
    this.guard(() => {
      described = this.#options.describe?.({ ...run.view, ending });
    });
    return described;
  }

  /** Whose run begins here. It is asked now, as the run may end elsewhere. */
  #whose({ user, session }: Caller = {}): RunOwner {
    const known = this.#client.defaultScope;
    const { scope, session_id } = this.#options;
    return {
      scope: { ...known.scope, ...scope, ...(user === undefined ? {} : { user_id: user }) },
      session_id: session === undefined ? (session_id ?? known.session_id) : session,
    };
  }
}

/** True where the framework itself says that this is the call that failed, once more. */
function isSameCall(run: OpenRun, { identity, isRetry }: CallHints): boolean {
  return isRetry === true || (identity !== undefined && run.identity === identity);
}

/** Inside a function with learning its recall counts: once in the prompt is enough. */
function recalledOutside({ recall }: OuterRun, { hasText }: CallHints): Recall {
  const isThere = recall.instructions !== '' && hasText?.(recall.instructions) === true;
  return isThere ? { ...recall, instructions: '' } : recall;
}

function leaveToOuter(outer: OuterRun, run: OpenRun): void {
  outer.open.delete(run);
  outer.inner.push(run.episode());
  if (outer.open.size === 0) outer.whenOver?.();
}
