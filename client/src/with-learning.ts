/**
 * Learning around any agent function: recall before, record after. What the function returns or throws passes
 * through untouched, and an error in what this file adds is reported, never thrown.
 */
import { toWhetstoneError } from './errors.ts';
import type { EpisodeIn, Scope } from './generated/api.ts';
import { findTask, toText, withInstructions } from './prompt-forms.ts';
import { emptyRecall, type Recall } from './recall.ts';
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
   * The task in the arguments. Default: the first argument where it is a text, else its last user message.
   */
  task?: ((...args: Args) => string) | undefined;
  /**
   * The arguments with what was recalled. Default: a text gets the instructions in front, a list of messages
   * (the first argument itself or its `messages`) a system message; other arguments are passed as they are.
   * Not called where nothing was recalled.
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

function endingFields(ending: Ending<unknown>): Partial<EpisodeIn> {
  if (!ending.ok) return { outcome: 'failure', error: toText(ending.error) };
  if (isStream(ending.result)) return { outcome: 'unknown' };
  return { outcome: 'success' };
}

function toMessages(task: string, ending: Ending<unknown>): NonNullable<EpisodeIn['messages']> {
  const answer = ending.ok && !isStream(ending.result) ? toText(ending.result) : '';
  return [
    ...(task === '' ? [] : [{ role: 'user', content: task }]),
    ...(answer === '' ? [] : [{ role: 'assistant', content: answer }]),
  ];
}

/**
 * The same function with learning. It is asynchronous, as a recall comes first. A function that returns
 * counts as a success and one that throws as a failure, unless `describe` knows better.
 */
export function withLearning<Args extends unknown[], Result>(
  agent: (...args: Args) => Result,
  options: LearningOptions<Args, Awaited<Result>> = {},
): (...args: Args) => Promise<Awaited<Result>> {
  const client = options.client ?? new Whetstone();
  const { scope, session_id, framework } = options;
  const common = {
    ...(scope === undefined ? {} : { scope }),
    ...(session_id === undefined ? {} : { session_id }),
  };

  async function recallFor(task: string): Promise<Recall> {
    if (task === '') return emptyRecall(null);
    return await client.recall({ query: task, ...common }, { timeoutMs: options.recallTimeoutMs });
  }

  function record(task: string, recall: Recall, started: number, ending: Ending<Awaited<Result>>): void {
    guarded(
      client,
      () =>
        client.record({
          ...common,
          task,
          recall_id: recall.recall_id,
          duration_ms: Math.round(performance.now() - started),
          framework: framework ?? 'function',
          messages: toMessages(task, ending),
          ...endingFields(ending),
          ...guarded(client, () => options.describe?.(ending, recall), undefined),
        }),
      undefined,
    );
  }

  return async function learning(this: unknown, ...args: Args): Promise<Awaited<Result>> {
    const task = guarded(client, () => (options.task ?? findTask)(...args), '');
    const recall = await recallFor(task);
    const apply = options.apply ?? withInstructions<Args>;
    const given = recall.instructions === '' ? args : guarded(client, () => apply(recall, ...args), args);
    const started = performance.now();
    try {
      const result = await agent.apply(this, given);
      record(task, recall, started, { ok: true, result });
      return result;
    } catch (error) {
      record(task, recall, started, { ok: false, error });
      throw error;
    }
  };
}
