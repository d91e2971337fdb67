/** What was asked, whole, and the error that ended the run. */
import { Card } from '../ui/card.tsx';
import type { EpisodeDetail } from './episodes-state.ts';
import { LongText } from './long-text.tsx';

export function TaskCard({ episode: { task, error } }: { episode: EpisodeDetail['episode'] }) {
  return (
    <Card title="Task">
      <div className="flex flex-col gap-4">
        {task === null || task === '' ? (
          <p className="text-quiet">The agent recorded no task.</p>
        ) : (
          <LongText text={task} />
        )}
        {error === null || error === '' ? null : (
          <div className="flex flex-col gap-1 rounded-md border border-attention/40 bg-attention-soft p-3">
            <h3 className="font-medium text-attention">Error</h3>
            <LongText text={error} mono={true} />
          </div>
        )}
      </div>
    </Card>
  );
}
