/** The answer in a reply's text, held against its form. What is wrong is said in words that contain nothing of the answer. */
import type { z } from 'zod';
import type { Reply } from './read-reply.ts';

/** Errors that are named; the rest would only repeat them. */
const NAMED_FAULTS = 5;

/** Either the answer or what is wrong with it. */
export type Read<T> = { ok: true; answer: T } | { ok: false; problem: string };

const unreadable = (text: string): { ok: false; problem: string } => ({ ok: false, problem: text });

/** The JSON value in a text, which models like to wrap in a code fence or in words; undefined where there is none. */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate, or none.
    }
  }
  return undefined;
}

function describeIssues({ issues }: z.ZodError): string {
  const named = issues.slice(0, NAMED_FAULTS).map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  return named.join('; ');
}

/** Reads an answer of at most `maxLength` characters. */
export function readAnswer<T>(
  { content, cut, refused }: Reply,
  schema: z.ZodType<T>,
  maxLength: number,
): Read<T> {
  if (refused) return unreadable('the model refused to answer');
  if (content.trim() === '') return unreadable('the answer is empty');
  if (content.length > maxLength) return unreadable(`the answer is longer than ${maxLength} characters`);
  const value = jsonIn(content);
  if (value === undefined)
    return unreadable(cut ? 'the answer was cut off at the token limit' : 'the answer is not JSON');
  const read = schema.safeParse(value);
  return read.success ? { ok: true, answer: read.data } : unreadable(describeIssues(read.error));
}
