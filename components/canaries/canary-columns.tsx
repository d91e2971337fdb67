/**
 * The columns of the lists of canaries: how far those that run have come, and what came of those that ended.
 */
import { evidenceText } from '../charts/evidence-number.ts';
import type { Column } from '../ui/layout/table.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { CanaryRow } from './address.ts';
import { ProbabilityTrack } from './probability-track.tsx';
import { Progress } from './progress.tsx';

const ownerOf = (agentId: string): string => (agentId === '*' ? 'shared' : agentId);

const HIDDEN = 'text-quiet md:max-lg:hidden';

const COMMON: readonly Column<CanaryRow>[] = [
  {
    key: 'skill',
    header: 'Skill',
    cell: ({ skillName, agentId }) => (
      <span className="md:flex md:flex-wrap md:items-baseline md:gap-x-2">
        <span className="break-words max-md:break-all">
          <LearnedText text={skillName} />
        </span>{' '}
        <span className="font-normal text-caption text-quiet max-md:block">
          <LearnedText text={ownerOf(agentId)} />
        </span>
      </span>
    ),
  },
  { key: 'change', header: 'Change', cell: ({ headline }) => headline.counts, className: 'text-quiet' },
  {
    key: 'evidence',
    header: 'n inc. / cand.',
    kind: 'number',
    cell: ({ incumbentN, candidateN }) => (
      <span className="whitespace-nowrap">
        {evidenceText(incumbentN)} / {evidenceText(candidateN)}
      </span>
    ),
  },
  {
    key: 'better',
    header: 'P(candidate better)',
    cell: ({ pCandidateBetter, bounds }) => (
      <ProbabilityTrack probability={pCandidateBetter} threshold={bounds.threshold} />
    ),
  },
];

export const RUNNING_COLUMNS: readonly Column<CanaryRow>[] = [
  ...COMMON,
  { key: 'progress', header: 'Progress', cell: (row) => <Progress stand={row} /> },
  {
    key: 'left',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? '–' : <Time at={expiresAt} />),
  },
];

export const ENDED_COLUMNS: readonly Column<CanaryRow>[] = [
  // Why it ended says more than what was changed, where there is not room for both.
  ...COMMON.map((column) => (column.key === 'change' ? { ...column, className: HIDDEN } : column)),
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reason ?? '–', className: 'text-quiet' },
  {
    key: 'ended',
    header: 'Ended',
    cell: ({ endedAt }) => (endedAt === null ? '–' : <Time at={endedAt} />),
  },
];
