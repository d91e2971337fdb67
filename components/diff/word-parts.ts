/** Apart from part-pieces.ts, which the queue loads: this needs the library that compares words. Pure. */
import { wordChanges } from '../../server/domain/skills/changesets/wording/word-changes.ts';
import type { FindSpans } from '../ui/text/finding-spans.ts';
import { partsOf, type WordPart } from './part-pieces.ts';

/** The parts in reading order: `same` and `added` make the new text, `same` and `removed` the old one. */
export function wordParts(before: string, after: string, find?: FindSpans): WordPart[] {
  return partsOf(wordChanges(before, after), find);
}
