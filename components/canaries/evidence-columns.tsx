/** The columns of the runs behind a canary. */
import { ArmMark } from '../charts/arm-mark.tsx';
import { RedactedText } from '../ui/redacted.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { CanaryEpisode } from './canary-types.ts';

const number = (value: number | null) => (value === null ? '–' : value.toFixed(2));

export const EVIDENCE_COLUMNS: readonly Column<CanaryEpisode>[] = [
  {
    key: 'task',
    header: 'Run',
    cell: ({ createdAt, task, episodeId }) =>
      createdAt === null ? (
        <span className="text-quiet" title={`${episodeId}: purged or erased`}>
          <span className="font-mono text-code line-through">ep_…{episodeId.slice(-5)}</span> no longer kept
        </span>
      ) : (
        <span className="line-clamp-1 break-all">
          {task === null || task === '' ? episodeId : <RedactedText text={task} />}
        </span>
      ),
  },
  { key: 'arm', header: 'Arm', cell: ({ arm }) => (arm === null ? '–' : <ArmMark arm={arm} />) },
  { key: 'reward', header: 'Reward', kind: 'number', cell: ({ reward }) => number(reward) },
  { key: 'strength', header: 'Strength', kind: 'number', cell: ({ strength }) => number(strength) },
  {
    key: 'source',
    header: 'Decided by',
    cell: ({ source }) => source ?? 'no reward yet',
    className: 'text-quiet',
  },
  {
    key: 'at',
    header: 'Recorded',
    cell: ({ createdAt }) => (createdAt === null ? '–' : <Time at={createdAt} />),
    className: 'text-quiet',
  },
];
