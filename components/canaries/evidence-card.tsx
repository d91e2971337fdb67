'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGED, useTRPC } from '../api/trpc.ts';
import { shareText } from '../charts/evidence-number.ts';
import { Select } from '../ui/forms/field.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { CanaryEpisode } from './address.ts';
import { ARM_NAMES } from './verdict-sentence.ts';

type ArmFilter = '' | 'incumbent' | 'candidate';

interface EvidenceProps {
  id: string;
  arm: ArmFilter;
  onArm: (arm: ArmFilter) => void;
  /** Whether runs may still come. */
  isRunning: boolean;
}

const OPTIONS = [
  { value: '', label: 'Both arms' },
  { value: 'candidate', label: ARM_NAMES.candidate },
  { value: 'incumbent', label: ARM_NAMES.incumbent },
] as const;
const PAGE = 25;

export function EvidenceCard({ id, arm, onArm, isRunning }: EvidenceProps) {
  return (
    <Card
      title="Runs"
      note="rated by verification, else feedback, else the reported outcome, else the judge"
      flush={true}
      actions={
        <Select label="Which runs" hideLabel={true} value={arm} options={OPTIONS} onValueChange={onArm} />
      }
    >
      <Runs id={id} arm={arm} isRunning={isRunning} />
    </Card>
  );
}

function Runs({ id, arm, isRunning }: Omit<EvidenceProps, 'onArm'>) {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.canaries.episodes.infiniteQueryOptions({ id, limit: PAGE, arm: arm === '' ? null : arm }, PAGED),
  );
  return (
    <PagedList
      list={query}
      count={5}
      noun="run"
      empty={
        <EmptyState title={arm === '' ? 'No runs' : `No runs of the ${ARM_NAMES[arm].toLowerCase()}`}>
          {isRunning
            ? 'Runs that were served the candidate or the current version appear here once they are recorded.'
            : 'No recorded run was served the candidate or the current version during this canary.'}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label="Runs counted as evidence">
          {rows.map((run) => (
            <Run key={run.episodeId} run={run} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Run({ run: { episodeId, arm, task, reward, strength, source, createdAt } }: { run: CanaryEpisode }) {
  const hrefOf = useAgentHref();
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 border-line border-b px-4 py-1.5 text-table last:border-b-0 hover:bg-sunken/70">
      {createdAt === null ? (
        <span className="min-w-0 flex-1 basis-64 text-quiet" title={`${episodeId}: purged or erased`}>
          a run that is no longer kept
        </span>
      ) : (
        <Link
          href={hrefOf(`/episodes/${episodeId}`)}
          className="min-w-0 flex-1 basis-64 truncate font-medium after:absolute after:inset-0 hover:text-accent-strong"
        >
          {task === null || task === '' ? episodeId : <RedactedText text={task} />}
        </Link>
      )}
      <span className="flex flex-wrap items-baseline gap-x-3 text-caption text-quiet">
        <span>{arm === 'candidate' ? 'candidate' : 'current version'}</span>
        <span className="text-ink">{howText(reward)}</span>
        {source === null ? null : <span>by {source}</span>}
        {strength === null || strength >= 1 ? null : <span>counts {shareText(strength)}</span>}
        {createdAt === null ? null : <Time at={createdAt} />}
      </span>
    </li>
  );
}

const HALF = 0.5;

/** How a run went; the exact figure where it is neither one nor the other. */
function howText(reward: number | null): string {
  if (reward === null) return 'not rated yet';
  if (reward === 0) return 'failed';
  if (reward === 1) return 'succeeded';
  return `${reward > HALF ? 'succeeded' : 'partly succeeded'} (${reward.toFixed(2)})`;
}
