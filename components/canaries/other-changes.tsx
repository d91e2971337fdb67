/** The other changes of a canary's skill: those that its end decides on, and those that it has made stale. */

import { actorLabel } from '../audit/actor-label.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { Card } from '../ui/layout/card.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import type { CanaryDetail } from './address.ts';

type Other = CanaryDetail['queued'][number];

export function OtherChanges({ canary: { queued, stale, actorNames: names } }: { canary: CanaryDetail }) {
  return (
    <>
      {queued.length === 0 ? null : (
        <Listed
          title="Queued behind this canary"
          note="decided again if the canary ends without being applied; stale if it is applied or stopped"
          changes={queued}
          names={names}
        />
      )}
      {stale.length === 0 ? null : (
        <Listed
          title="Stale because this canary ended"
          note="based on the previous version; each can be re-proposed on its page if it still fits"
          changes={stale}
          names={names}
        />
      )}
    </>
  );
}

interface ListedProps {
  title: string;
  note: string;
  changes: readonly Other[];
  /** The names of reviewers that are keys. */
  names: CanaryDetail['actorNames'];
}

function Listed({ title, note, changes, names }: ListedProps) {
  return (
    <Card title={title} note={note} flush={true}>
      <ul aria-label={title}>
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 text-table last:border-b-0"
          >
            <RiskMark risk={change.risk} findings={change.safetyFindings} />
            <Link href={`/changesets/${change.id}`} className="font-medium hover:text-accent-strong">
              <HeadlineText headline={change.headline} most={160} />
            </Link>
            <LearnedText text={factsOf(change, names)} className="text-caption text-quiet" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function factsOf({ source, status, reviewer }: Other, names: CanaryDetail['actorNames']): string {
  if (status === 'pending') return `${source} · pending review`;
  const approved =
    reviewer === null
      ? []
      : [`approved by ${actorLabel({ actor: reviewer, name: names[reviewer] ?? null })}`];
  return [source, ...approved, ...(status === 'failed' ? ['failed'] : [])].join(' · ');
}
