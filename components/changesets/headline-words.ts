/** The words of a headline beside its text, and the whole of it where only a string can stand. Pure. */
import { cutText } from '../../server/domain/characters.ts';
import type { Headline } from '../../server/domain/skills/changesets/wording/headline.ts';
import { inWords } from '../ui/text/hidden-marks.ts';

/** What stands before a text that does not speak for itself. */
export function leadOf(kind: Headline['kind'], label: string | null): string {
  const word = label ?? (['added', 'changed'].includes(kind) ? '' : kind);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What a headline does not tell of: "… and 2 more". */
export function moreText(more: number): string {
  return `… and ${more} more`;
}

/** A headline in about `most` characters, for titles, labels and messages. Hidden characters are written out. */
export function headlineWords({ kind, label, parts, more, counts }: Headline, most = 80): string {
  const gone = kind === 'removed';
  const kept = parts.filter((part) => gone || part.kind !== 'removed').map(({ text }) => text);
  const text = inWords(
    kept
      .join('')
      .replace(/`([^`\n]+)`/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const said = text.length > most ? `${cutText(text, most - 1).trimEnd()}…` : text || counts;
  const lead = kind === 'new skill' ? `New skill ${inWords(label ?? '')}` : leadOf(kind, label);
  return [lead === '' ? said : `${lead}: ${said}`, ...(more === 0 ? [] : [moreText(more)])].join(' ');
}
