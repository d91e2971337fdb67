/** What people and programs said of a run, oldest first. */
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { RedactedText } from '../ui/redacted.tsx';
import { Time } from '../ui/time.tsx';
import type { EpisodeDetail } from './episodes-state.ts';

type Said = EpisodeDetail['feedback'][number];

export function FeedbackCard({ feedback }: { feedback: readonly Said[] }) {
  return (
    <Card title="Feedback" note={feedback.length === 0 ? undefined : 'the latest score counts'}>
      {feedback.length === 0 ? (
        <p className="text-quiet text-table">Nobody has said how it went.</p>
      ) : (
        <ol className="flex max-h-112 flex-col gap-4 overflow-y-auto">
          {feedback.map((said) => (
            <Entry key={said.id} said={said} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Entry({ said: { score, comment, correction, source, actor, createdAt } }: { said: Said }) {
  return (
    <li className="flex flex-col gap-1 text-table">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold tabular-nums">{score.toFixed(2)}</span>
        <span className="min-w-0 truncate text-caption text-quiet">
          <LearnedText text={`${source}, ${actor}`} />
        </span>
        <span className="ml-auto text-caption text-quiet">
          <Time at={createdAt} />
        </span>
      </p>
      {comment === null ? null : (
        <p className="whitespace-pre-wrap break-words">
          <RedactedText text={comment} />
        </p>
      )}
      {correction === null ? null : (
        <p className="whitespace-pre-wrap break-words border-line border-l-2 pl-2">
          <span className="block text-caption text-quiet">Should have been</span>
          <RedactedText text={correction} />
        </p>
      )}
    </li>
  );
}
