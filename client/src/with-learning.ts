/**
 * Learning around any agent function: recall before, record after. What the function returns or throws passes through
 * untouched, and an error in what this file adds is reported, never thrown.
 */
import { addedUp, type ModelUsage } from './adapters/conversation.ts';
import { type OuterRun, runInContext } from './context.ts';
import { toWhetstoneError, WhetstoneError } from './errors.ts';
import type { EpisodeIn, Scope } from './generated/api.ts';
import { taskOf, textOf, withInstructions } from './prompt-forms.ts';
import type { Recall } from './recall.ts';
import type { FollowedRun } from './sending/outbox.ts';
import { backgroundTimer } from './timers.ts';
import { Whetstone } from './whetstone.ts';

/** How a run ended, for `describe`. */
export type Ending<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

export interface LearningOptions<Args extends unknown[], Result> {
  /** Default: one made from the environment. */
  client?: Whetstone | undefined;
  scope?: Scope | undefined;
  session_id?: string | undefined;
  framework?: string | undefined;
  recallTimeoutMs?: number | undefined;
  /**
   * The task in the arguments. Default: the first one that is a text, a list of messages (then the last of the user), or an
   * object with `messages`, `prompt`, `input` or `contents`. Without a task the agent runs as it is.
   */
  task?: ((...args: Args) => string) | undefined;
  /**
   * The arguments with what was recalled. Default: in the `system` or `instructions` of an object that has them, below the
   * system message of a list, in front of a text. Not called where nothing was recalled.
   */
  apply?: ((recall: Recall, ...args: Args) => Args) | undefined;
  /** What is known of the run beyond its arguments and its ending, above all its true outcome. */
  describe?: ((ending: Ending<Result>, recall: Recall) => Partial<EpisodeIn>) | undefined;
}

/** Guards the caller's own hooks: `fallback` where one throws, or is asynchronous, which nobody waits for. */
function guarded<Value>(client: Whetstone, work: () => Value, fallback: Value): Value {
  try {
    const value = work();
    if (!(value instanceof Promise)) return value;
    // Its failure must be caught here: otherwise it would end the process.
    value.catch(() => undefined);
    throw new TypeError('a hook of withLearning is asynchronous');
  } catch (error) {
    client.report(toWhetstoneError(error, 'agent-code'));
    return fallback;
  }
}

/** A stream, also as the AI SDK returns one, comes back long before the run ends. */
function isStream(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  return Symbol.asyncIterator in result || result instanceof ReadableStream || 'textStream' in result;
}

const isStreamed = (ending: Ending<unknown>) => ending.ok && isStream(ending.result);

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** That a function returned does not say that its task was done, and one that was stopped did not fail. */
function endingFields(ending: Ending<unknown>): Partial<EpisodeIn> {
  if (ending.ok) return { outcome: 'unknown' };
  return { outcome: isAbort(ending.error) ? 'unknown' : 'failure', error: textOf(ending.error) };
}

/** How long after a stream was returned an adapter inside has begun, if there is one. */
const ADAPTER_MS = 1000;

interface OpenedRun extends OuterRun {
  common: Pick<EpisodeIn, 'scope' | 'session_id'>;
}

/** What adapters saw within the run. */
function innerFields({ open, inner }: OuterRun, ending: Ending<unknown>): Partial<EpisodeIn> {
  for (const run of open) run.end();
  const error = inner.at(-1)?.error;
  return {
    tool_calls: inner.flatMap(({ tool_calls }) => tool_calls ?? []),
    ...(typeof error === 'string' && isStreamed(ending) ? { error } : {}),
    metadata: { ...addedUp(inner.map(({ metadata }) => (metadata ?? {}) as ModelUsage)) },
  };
}

/** The answer is what the function returned; of a stream it is what an adapter saw pass. */
function messagesOf(
  task: string,
  ending: Ending<unknown>,
  inner: readonly EpisodeIn[],
): NonNullable<EpisodeIn['messages']> {
  const user = { role: 'user', content: task };
  if (isStreamed(ending)) {
    return [user, ...(inner.at(-1)?.messages ?? []).filter(({ role }) => role === 'assistant')];
  }
  const answer = ending.ok ? textOf(ending.result) : '';
  return [user, ...(answer === '' ? [] : [{ role: 'assistant', content: answer }])];
}

/** Calls `record` once the run behind a stream is over: an adapter inside tells; without one nothing does. */
function recordWhenOver(client: Whetstone, run: OpenedRun, record: () => void): void {
  const returned = performance.now();
  let isRecorded = false;
  const late: FollowedRun = {
    get idleSince() {
      const silent = [...run.open].map(({ idleSince }) => idleSince);
      return silent.includes(null) ? null : Math.max(returned, ...silent.map(Number));
    },
    end() {
      if (isRecorded) return;
      isRecorded = true;
      record();
      client.unfollow(late);
    },
  };
  run.whenOver = () => late.end();
  client.follow(late);
  backgroundTimer(() => {
    if (run.open.size === 0) late.end();
  }, ADAPTER_MS);
}

/**
 * The same function with learning. It is asynchronous, as a recall comes first. A function that throws counts as a failure;
 * whether one that returns did its task, only `describe` can say. An adapter inside leaves recall and record to it.
 */
export function withLearning<Args extends unknown[], Result>(
  agent: (...args: Args) => Result,
  options: LearningOptions<Args, Awaited<Result>> = {},
): (...args: Args) => Promise<Awaited<Result>> {
  const client = options.client ?? new Whetstone();
  const { framework } = options;
  let isWarned = false;

  /** Whose run begins here: options, then who the client is for. */
  function whose(): Pick<EpisodeIn, 'scope' | 'session_id'> {
    const { scope, session_id } = client.defaultScope;
    return {
      scope: { ...scope, ...options.scope },
      session_id: options.session_id ?? session_id,
    };
  }

  /** A form that is not understood is the same at every call: once is enough. */
  function warn(): void {
    if (isWarned) return;
    isWarned = true;
    const message =
      'withLearning sees no task in the arguments: nothing is recalled or recorded; give `task`';
    client.report(new WhetstoneError('unknown-form', message));
  }

  async function openRun(task: string): Promise<OpenedRun> {
    const common = whose();
    const recall = await client.recall({ query: task, ...common }, { timeoutMs: options.recallTimeoutMs });
    return { common, recall, open: new Set(), inner: [] };
  }

  function record(task: string, run: OpenedRun, started: number, ending: Ending<Awaited<Result>>): void {
    guarded(
      client,
      () => {
        const own = { ...innerFields(run, ending), ...endingFields(ending) };
        const described = guarded(client, () => options.describe?.(ending, run.recall), undefined);
        void client.record({
          ...run.common,
          task,
          recall_id: run.recall.recall_id,
          duration_ms: Math.round(performance.now() - started),
          framework: framework ?? 'function',
          messages: messagesOf(task, ending, run.inner),
          ...own,
          ...described,
          metadata: { ...own.metadata, ...described?.metadata },
        });
      },
      undefined,
    );
  }

  return async function learning(this: unknown, ...args: Args): Promise<Awaited<Result>> {
    const task = guarded(client, () => (options.task ?? taskOf)(...args), null);
    if (task === '') warn();
    if (task === null || task === '') return await agent.apply(this, args);
    const run = await openRun(task);
    const { recall } = run;
    const apply = options.apply ?? withInstructions<Args>;
    const given = recall.instructions === '' ? args : guarded(client, () => apply(recall, ...args), args);
    const started = performance.now();
    try {
      const result = await runInContext({ outer: run }, async () => await agent.apply(this, given));
      const keep = () => record(task, run, started, { ok: true, result });
      if (isStream(result)) recordWhenOver(client, run, keep);
      else keep();
      return result;
    } catch (error) {
      record(task, run, started, { ok: false, error });
      throw error;
    }
  };
}
