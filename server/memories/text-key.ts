/** The key by which a memory of the same text is found: a hash, because a text may be longer than an index can hold. */
import { createHash } from 'node:crypto';
import { comparableText } from '../domain/knowledge/resemblance.ts';

/** Equal for texts that differ in case and white space at most. */
export function textKey(text: string): string {
  return createHash('sha256').update(comparableText(text)).digest('base64url');
}
