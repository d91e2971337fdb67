'use client';

/** What waits for which source, so that an owner sees which decision spares the most work. */
import { useQuery } from '@tanstack/react-query';
import { sourceKey, sourceRef } from '../../../server/domain/trust/source-names.ts';
import { type Outputs, SELDOM, useTRPC } from '../../api/trpc.ts';
import { Card } from '../../ui/layout/card.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { sourceName } from './source-words.ts';

/** Sources that are listed; the filter of the queue has all. */
const SHOWN = 8;

/** Nothing where nothing waits. */
export function WaitingCard({ agentId }: { agentId: string | null }) {
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.changesets.waitingBySource.queryOptions({ agentId }, SELDOM));
  if (data.length === 0) return null;
  return (
    <Card
      title="Waiting changes by source"
      note="Changes learned from text that is not trusted wait for a person"
      flush={true}
    >
      <ul aria-label="Waiting changes by source">
        {data.slice(0, SHOWN).map((source) => (
          <Row key={`${source.agentId} ${sourceKey(source)}`} source={source} ofAll={agentId === null} />
        ))}
      </ul>
      {data.length <= SHOWN ? null : (
        <p className="border-line border-t px-4 py-2 text-caption text-quiet">
          {counted(data.length - SHOWN, 'more source')} in the filter of the review queue.
        </p>
      )}
    </Card>
  );
}

type Waiting = Outputs['changesets']['waitingBySource'][number];

function Row({ source, ofAll }: { source: Waiting; ofAll: boolean }) {
  const { agentId, waiting, alone } = source;
  const query = new URLSearchParams({ agent: agentId, learned: sourceRef(source) });
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 border-line border-b px-4 py-2 text-table last:border-b-0 hover:bg-sunken/70 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <Link
        href={`/review?${query}`}
        className="min-w-0 break-words font-medium after:absolute after:inset-0 hover:text-accent-strong"
      >
        <LearnedText text={sourceName(source)} />
      </Link>
      <span className="min-w-0 truncate text-caption text-quiet max-md:order-last max-md:col-span-2">
        {ofAll ? <LearnedText text={agentId} /> : null}
        {ofAll ? ' · ' : null}
        {aloneText(source, alone)}
      </span>
      <span className="text-right tabular-nums">{waiting} waiting</span>
    </li>
  );
}

function aloneText({ kind }: Waiting, alone: number): string {
  if (alone === 0) return 'all of them wait for another source too';
  if (kind === 'tool') return `trusting it lets policy decide ${alone}`;
  return kind === 'user' ? `${alone} until another user teaches the same` : `${alone} for this alone`;
}
