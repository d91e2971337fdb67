/**
 * Learning around any agent function: recall before, record after. What the function returns or throws passes through
 * untouched, and an error in what this file adds is reported, never thrown.
 */
import { addedUp, type TokenUsage } from './adapters/conversation.ts';
import { type OuterRun, runInContext } from './context.ts';
import { toWhetstoneError, WhetstoneError } from './errors.ts';
import type { EpisodeIn, Scope } from './generated/api.ts';
import { taskOf, textOf, withInstructions } from './prompt-forms.ts';
import type { Recall } from './recall.ts';
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

/** A stream is returned long before the run ends; how that goes is not known here. */
function isStream(result: unknown): boolean {
  return (
    typeof result === 'object' &&
    result !== null &&
    (Symbol.asyncIterator in result || result instanceof ReadableStream)
  );
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** That a function returned does not say that its task was done, and one that was stopped did not fail. */
function endingFields(ending: Ending<unknown>): Partial<EpisodeIn> {
  if (ending.ok) return { outcome: 'unknown' };
  return { outcome: isAbort(ending.error) ? 'unknown' : 'failure', error: textOf(ending.error) };
}

interface OpenedRun extends OuterRun {
  common: Pick<EpisodeIn, 'scope' | 'session_id'>;
}

/** What adapters saw within the run. */
function innerFields({ open, inner }: OuterRun): Partial<EpisodeIn> {
  for (const run of open) run.end();
  const usages = inner.flatMap(({ metadata }) => (metadata?.usage as TokenUsage | undefined) ?? []);
  return {
    tool_calls: inner.flatMap(({ tool_calls }) => tool_calls ?? []),
    ...(usages.length === 0 ? {} : { metadata: { usage: addedUp(usages) } }),
  };
}

function messagesOf(task: string, ending: Ending<unknown>): NonNullable<EpisodeIn['messages']> {
  const answer = ending.ok && !isStream(ending.result) ? textOf(ending.result) : '';
  return [
    ...(task === '' ? [] : [{ role: 'user', content: task }]),
    ...(answer === '' ? [] : [{ role: 'assistant', content: answer }]),
  ];
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
      'withLearning sees no task in the arguments: nothing is recalled or recorded. Give `task`.';
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
        const own: Partial<EpisodeIn> = { ...innerFields(run), ...endingFields(ending) };
        const described = guarded(client, () => options.describe?.(ending, run.recall), undefined);
        void client.record({
          ...run.common,
          task,
          recall_id: run.recall.recall_id,
          duration_ms: Math.round(performance.now() - started),
          framework: framework ?? 'function',
          messages: messagesOf(task, ending),
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
      record(task, run, started, { ok: true, result });
      return result;
    } catch (error) {
      record(task, run, started, { ok: false, error });
      throw error;
    }
  };
}
