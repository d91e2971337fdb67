/** What a changeset says in one line of plain text, for readers outside of the dashboard. */
import { findHiddenCharacters } from '../safety/injection/hidden-characters.ts';
import type { Headline } from '../skills/changesets/wording/headline.ts';

const LEADS: Readonly<Record<Headline['kind'], string>> = {
  added: '',
  changed: '',
  moved: 'Moved',
  removed: 'Removed',
  merged: 'Merged',
  description: 'Description',
  'new skill': 'New skill',
};

/**
 * The text that will be in force; of a removal the text that will not. Secrets are masked in the headline already;
 * characters that nobody sees, which could turn the meaning around, are named in their place.
 */
export function sentenceOf({ kind, label, parts }: Headline): string {
  const gone = kind === 'removed';
  const text = parts.flatMap((part) => (gone || part.kind !== 'removed' ? [part.text] : [])).join('');
  const lead = [LEADS[kind], label ?? ''].filter((word) => word !== '').join(' ');
  const said = withoutHidden(text).replace(/\s+/g, ' ').trim();
  return withoutHidden(lead) === '' ? said : `${withoutHidden(lead)}: ${said}`;
}

function withoutHidden(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findHiddenCharacters(text)) {
    shown += `${text.slice(from, start)}[hidden]`;
    from = end;
  }
  return shown + text.slice(from);
}
