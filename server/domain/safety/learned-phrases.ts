/** What a learned text must not say without a person's look, though a person's own skill may. */
import type { Finding } from './finding.ts';

const TO_INTERPRETER =
  /\|\s{0,4}(?:sudo\s{1,4})?(?:\/?(?:usr\/)?bin\/)?(?:ba|z|k|da|fi)?sh\b|\|\s{0,4}(?:sudo\s{1,4})?(?:python3?|perl|ruby|node|php|iex|powershell|pwsh|bash)\b|\b(?:ba|z)?sh\s{1,4}<\(|\b(?:eval|source)\s{1,4}["']?[$`<]|\biex\b\s{0,4}\(/i;

/** The findings that `scanText` does not make. */
export function strictFindings(text: string): Finding[] {
  return TO_INTERPRETER.test(text) ? ['injection:command'] : [];
}
