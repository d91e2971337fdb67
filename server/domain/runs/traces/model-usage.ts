/** The tokens of a model call, in whichever convention its span tells them. */
import type { Attributes } from './span.ts';

/** What one model call used. Its key is the place of its span in time, and its id. */
export interface CallUsage {
  readonly key: string;
  readonly input: number;
  readonly output: number;
  /** Its span and the one around it. Absent in what was kept before nested calls were told apart. */
  readonly id?: string;
  readonly parent?: string;
}

/** What the calls used together. A call around another one of its own tells the same tokens once more. */
export function sumUsage(calls: readonly CallUsage[]): { input_tokens: number; output_tokens: number } {
  const around = new Set(calls.map(({ parent }) => parent));
  const own = calls.filter(({ id }) => id === undefined || !around.has(id));
  const sum = (side: 'input' | 'output') => own.reduce((total, call) => total + call[side], 0);
  return { input_tokens: sum('input'), output_tokens: sum('output') };
}

const INPUT = ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'];
const OUTPUT = ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'];

/** The usage of a span that is a model call; null unless it tells both sides. */
export function readUsage(attributes: Attributes, key: string): CallUsage | null {
  const [input, output] = [firstCount(attributes, INPUT), firstCount(attributes, OUTPUT)];
  return input === null || output === null ? null : { key, input, output };
}

function firstCount(attributes: Attributes, names: readonly string[]): number | null {
  const told = names
    .map((name) => attributes.get(name))
    .find((value) => value !== undefined && value !== null);
  if (typeof told !== 'number' && typeof told !== 'string') return null;
  const count = Number(told);
  return told !== '' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
