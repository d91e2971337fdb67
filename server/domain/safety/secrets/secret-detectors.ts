/**
 * The detectors of credentials, which redaction and the safety scan share: what may not be stored may not be
 * learned.
 */

import { type Detector, spanFinder } from '../find-spans.ts';
import type { SensitiveKind, Span } from '../spans.ts';
import { ACCESS_TOKENS } from './access-tokens.ts';
import { AUTHORIZATION } from './authorization.ts';
import { COMMAND_PASSWORDS } from './command-passwords.ts';
import { PASSWORD_ASSIGNMENTS } from './password-assignment.ts';
import { PRIVATE_KEYS } from './private-key.ts';

export const SECRET_DETECTORS: readonly Detector[] = [
  PRIVATE_KEYS,
  ACCESS_TOKENS,
  PASSWORD_ASSIGNMENTS,
  ...AUTHORIZATION,
  COMMAND_PASSWORDS,
  // Every id begins so.
  { signs: ['A'], find: findPairedSecrets },
];

/** Every credential of a text. */
export const findSecrets = spanFinder(SECRET_DETECTORS);

interface Pair {
  readonly kind: SensitiveKind;
  readonly id: RegExp;
  readonly secret: RegExp;
}

const PAIRS: readonly Pair[] = [
  {
    kind: 'aws_access_key',
    id: /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    secret: /(?<![\w+/=-])(?=[^A-Z]{0,39}[A-Z])(?=[^a-z]{0,39}[a-z])[A-Za-z0-9+/]{40}(?![\w+/=-])/g,
  },
  {
    // The account of Twilio, and its authentication token.
    kind: 'api_key',
    id: /(?<![A-Za-z0-9])AC[a-f0-9]{32}(?![A-Za-z0-9])/g,
    secret: /(?<![\w-])[a-f0-9]{32}(?![\w-])/g,
  },
];

/** So many characters before an id and after it are read. */
const DISTANCE = 200;

/** Every secret of the text that stands beside its id. */
function findPairedSecrets(text: string): Span[] {
  return PAIRS.flatMap((pair) => findPaired(text, pair));
}

function findPaired(text: string, { kind, id, secret }: Pair): Span[] {
  const spans: Span[] = [];
  // Hardly any text has one, and this is much faster than an iteration that ends at once.
  if (text.search(id) === -1) return spans;
  let read = 0;
  for (const { index, 0: whole } of text.matchAll(id)) {
    // What stood beside the last id is not read again.
    const from = Math.max(read, index - DISTANCE);
    read = index + whole.length + DISTANCE;
    for (const match of text.slice(from, read).matchAll(secret)) {
      const start = from + match.index;
      spans.push({ start, end: start + match[0].length, kind });
    }
  }
  return spans;
}
