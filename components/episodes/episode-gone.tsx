/** An episode that is not there: what may have become of it, and what still cites it. */
import { IdChip } from '../ui/id-chip.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { CitedByCard } from './cited-by-card.tsx';

export function EpisodeGone({ id }: { id: string }) {
  return (
    <>
      <PageHeader
        title="This episode is not here"
        finding="It was purged when its time was up, erased with its user, or never existed in this tenant. What was learned from it, with the ids it cites, stays."
        meta={<IdChip id={id} label="Episode id" />}
      />
      <CitedByCard id={id} />
    </>
  );
}
