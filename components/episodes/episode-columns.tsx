/** The columns of the episode list. */

import type { Column } from '../ui/layout/table.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { Flags, Reward, Task } from './episode-cells.tsx';
import type { ListedEpisode } from './episodes-state.ts';
import { OutcomeBadge } from './outcome-card.tsx';

export const EPISODE_COLUMNS: readonly Column<ListedEpisode>[] = [
  {
    key: 'task',
    header: 'Task',
    className: 'w-full max-w-0 max-md:max-w-none',
    cell: ({ task }) => <Task task={task} />,
  },
  { key: 'outcome', header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    key: 'reward',
    header: 'Reward',
    word: 'reward',
    kind: 'number',
    cell: (episode) => <Reward episode={episode} />,
  },
  {
    key: 'decided',
    header: 'Decided by',
    className: 'whitespace-nowrap text-quiet max-md:hidden md:max-lg:hidden',
    cell: ({ rewardSource }) => rewardSource ?? '–',
  },
  {
    key: 'who',
    header: 'Agent, user',
    cell: ({ agentId, userId }) => (
      <span className="min-w-0 max-md:flex max-md:gap-1.5">
        <LearnedText text={agentId} className="block max-w-36 truncate" />
        {userId === null ? null : (
          <LearnedText text={userId} className="block max-w-36 truncate text-caption text-quiet" />
        )}
      </span>
    ),
  },
  {
    key: 'flags',
    header: 'Notes',
    className: 'md:max-lg:hidden',
    cell: (episode) => <Flags episode={episode} />,
  },
  {
    key: 'at',
    header: 'Recorded',
    className: 'whitespace-nowrap text-quiet',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
