/** Why a call was refused, as a page says it: a sentence with a subject. Pure. */
import { asSentence } from '../ui/text/counted.ts';
import { toCallError } from './trpc.ts';

/**
 * The first thing that a call was refused for. The server says of a field what is wrong with it and not its name:
 * `names` has the words for the fields, such as "The address" for `url`.
 */
export function refusalText(error: unknown, names: Readonly<Record<string, string>> = {}): string {
  const { detail, problems } = toCallError(error);
  const [problem] = problems ?? [];
  if (problem === undefined) return asSentence(detail);
  const { path, message } = problem;
  const name = path.flatMap((part) => names[part] ?? []).at(-1);
  if (name === undefined) return asSentence(message);
  return /^\p{Lu}/u.test(message) ? `${name}: ${message}` : `${name} ${message}`;
}
