/**
 * The stricter scan of text that nobody wrote on purpose: what a model made of a run. A person's skill may name an
 * address or a command; a lesson that brings a new one may have been planted, so a person looks at it first.
 */
import { decodedForms } from '../injection/decode-text.ts';
import { isEncodedText, rot13 } from '../injection/encoded-text.ts';
import { scanText } from '../scan.ts';
import { SECRET_DETECTORS } from '../secrets/secret-detectors.ts';
import { type Finding, mergeSpans } from '../spans.ts';
import { isInUnknownLanguage, namesRiskyCommand, strictFindings } from './learned-phrases.ts';
import { namedTargets } from './named-targets.ts';

export { namedTargets };

/** Longer text is held for its size. */
const MAX_ROTATED = 262_144;

/** Every address is a finding of the stricter scan; one alone is what a fact may have. */
const ANY_ADDRESS: Finding = 'injection:address';

/** The findings on a text that a caller wants remembered: as a learned text, but that it may name an address. */
export function scanRememberedText(text: string): Finding[] {
  return scanLearnedText(text).filter((finding) => finding !== ANY_ADDRESS);
}

/** Everything that {@link scanText} finds, in the text and in what it encodes, and what only learned text must not say. */
export function scanLearnedText(text: string): Finding[] {
  const decoded = decodedForms(text);
  const forms = [text, ...decoded];
  const secrets = decoded.flatMap((form) => mergeSpans(SECRET_DETECTORS.flatMap((find) => find(form))));
  const findings = new Set([...scanText(text), ...secrets.map(({ kind }) => `secret:${kind}`)]);
  for (const finding of forms.flatMap(strictFindings)) findings.add(finding);
  if (isEncodedText(text) || namesRiskyCommand(rot13(text.slice(0, MAX_ROTATED))))
    findings.add('injection:encoded_text');
  const { addresses, commands } = namedTargets(text);
  if (addresses.length > 0) findings.add(ANY_ADDRESS);
  // Nobody here can tell what is to be done with it.
  if (commands.length > 0 && isInUnknownLanguage(text)) findings.add('injection:command');
  return [...findings];
}
