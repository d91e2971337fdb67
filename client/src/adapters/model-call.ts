/** A call of a model as a run sees it. */
import type { Recall } from '../recall.ts';
import type { Conversation, ModelAnswer, RequestedTool } from './conversation.ts';

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
