/** The passage of a new skill that holds it for review, as its title shows it. */
import { cutText } from '../../../characters.ts';
import { maskSecrets } from '../../../safety/redact.ts';
import { scanMatches } from '../../../safety/scan.ts';
import { type Finding, isBlocking } from '../../../safety/spans.ts';

/** Characters that are looked through: a list shows dozens of skills, and its title need not be found at any price. */
const LOOKED_THROUGH = 20_000;
/** Characters before the passage, so that its beginning is seen in a short title too. */
const BEFORE = 24;
const LONGEST = 240;

/** The line with the first passage that one of `findings` is about; null where none is found. */
export function heldExcerpt(texts: readonly string[], findings: readonly Finding[]): string | null {
  const held = new Set(findings.filter(isBlocking));
  if (held.size === 0) return null;
  let left = LOOKED_THROUGH;
  for (const text of texts) {
    if (left <= 0) return null;
    const searched = cutText(text, left);
    left -= searched.length;
    const match = scanMatches(searched).find(({ finding }) => held.has(finding));
    if (match !== undefined) return around(text, match.start);
  }
  return null;
}

/** Secrets are masked before anything is cut: half of one would not be known for one. */
function around(text: string, start: number): string {
  const before = maskSecrets(text.slice(0, start));
  const after = maskSecrets(text.slice(start));
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const lead = line.length <= BEFORE ? line : `… ${line.slice(line.indexOf(' ', line.length - BEFORE) + 1)}`;
  const [rest = ''] = after.split('\n', 1);
  return cutText(`${lead}${rest}`.trim(), LONGEST);
}
