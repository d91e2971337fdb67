/** What stands in the cells of the episode list. */

import { Numeral } from '../ui/layout/table.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { RedactedText } from '../ui/text/learned-text.tsx';
import type { ListedEpisode } from './episodes-state.ts';
import { titleOf } from './wording.ts';

/** One line in the table, two on a card. */
export function Task({ task }: { task: string | null }) {
  const title = titleOf(task);
  return (
    <span className="min-w-0 md:block md:truncate max-md:line-clamp-2 max-md:break-words">
      {title === null ? (
        <span className="text-quiet">no task given</span>
      ) : (
        <RedactedText text={title} code={true} />
      )}
    </span>
  );
}

export function Reward({ episode: { reward, rewardStrength } }: { episode: ListedEpisode }) {
  if (reward === null) return <span className="text-quiet">–</span>;
  const weak = rewardStrength !== null && rewardStrength < 1;
  return (
    <span {...(weak ? { title: `Counted at ${rewardStrength.toFixed(2)}` } : {})}>
      <Numeral value={reward} as="score" />
      {weak ? <span className="text-quiet">*</span> : null}
    </span>
  );
}

export function Flags({ episode: { holdout, reflected } }: { episode: ListedEpisode }) {
  return (
    <span className="flex gap-1.5">
      {holdout === true ? <Badge title="In the holdout: nothing learned was served">holdout</Badge> : null}
      {reflected ? <Badge title="Learning has processed it">reflected</Badge> : null}
    </span>
  );
}
