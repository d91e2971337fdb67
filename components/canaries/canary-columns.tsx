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
    cell: ({ skill_name, agent_id }) => (
      <span className="md:flex md:flex-wrap md:items-baseline md:gap-x-2">
        <span className="break-words max-md:break-all">
          <LearnedText text={skill_name} />
        </span>{' '}
        <span className="font-normal text-caption text-quiet max-md:block">
          <LearnedText text={ownerOf(agent_id)} />
        </span>
      </span>
    ),
  },
  { key: 'change', header: 'Change', cell: ({ title }) => title, className: 'text-quiet' },
  {
    key: 'evidence',
    header: 'n inc. / cand.',
    kind: 'number',
    cell: ({ incumbent_n, candidate_n }) => (
      <span className="whitespace-nowrap">
        {evidenceText(incumbent_n)} / {evidenceText(candidate_n)}
      </span>
    ),
  },
  {
    key: 'better',
    header: 'P(candidate better)',
    cell: ({ p_candidate_better, bounds }) => (
      <ProbabilityTrack probability={p_candidate_better} threshold={bounds.threshold} />
    ),
  },
];

export const RUNNING_COLUMNS: readonly Column<CanaryRow>[] = [
  ...COMMON,
  { key: 'progress', header: 'Progress', cell: (row) => <Progress stand={row} /> },
  {
    key: 'left',
    header: 'Expires',
    cell: ({ expires_at }) => (expires_at === null ? '–' : <Time at={expires_at} />),
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
    cell: ({ ended_at }) => (ended_at === null ? '–' : <Time at={ended_at} />),
  },
];
