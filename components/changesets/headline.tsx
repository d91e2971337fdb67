/** What a changeset says, as a title, with the words that come and go. */

import type { Headline } from '../../server/domain/skills/changesets/wording/headline.ts';
import { shortenChanges } from '../../server/domain/skills/changesets/wording/shorten-changes.ts';
import { ChangedWords } from '../diff/changed-words.tsx';
import { partsOf } from '../diff/part-pieces.ts';
import { useFindingSpans } from '../ui/text/finding-spans.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { leadOf, moreText } from './headline-words.ts';

interface HeadlineTextProps {
  headline: Headline;
  /** About so many characters, with the changed words among them; all of it where it is left out. */
  most?: number;
}

/** Inline: give the element around it its size, weight and number of lines. */
export function HeadlineText({ headline, most }: HeadlineTextProps) {
  const { kind, label, parts, more } = headline;
  const find = useFindingSpans();
  const shown = most === undefined ? parts : shortenChanges(parts, most);
  return (
    <>
      {kind === 'removed' ? <span className="sr-only">Removed: </span> : <Lead kind={kind} label={label} />}
      <bdi dir="auto">
        {shown.length === 0 ? headline.counts : <ChangedWords parts={partsOf(shown, find)} code={true} />}
      </bdi>
      {more === 0 ? null : (
        <span className="whitespace-nowrap font-normal text-quiet"> {moreText(more)}</span>
      )}
    </>
  );
}

function Lead({ kind, label }: Pick<Headline, 'kind' | 'label'>) {
  if (kind === 'new skill' && label !== null) {
    return (
      <>
        <span className="font-normal text-quiet">New skill </span>
        <LearnedText text={label} />
        {': '}
      </>
    );
  }
  const words = leadOf(kind, label);
  return words === '' ? null : <span className="font-normal text-quiet">{words}: </span>;
}
