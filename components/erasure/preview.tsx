/** What would go, and, as plainly, what would stay: of one user with counts, and before anybody is named as what to expect. */
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { CountList } from './count-list.tsx';
import { type Counts, NOT_REACHED, totalOf } from './counts.ts';

/** Step 2. */
export function Preview({ userId, counts }: { userId: string; counts: Counts }) {
  return (
    <Reach
      counts={counts}
      title={
        <>
          2. What is stored for{' '}
          <span className="break-all font-mono text-code">
            <LearnedText text={userId} />
          </span>
        </>
      }
    />
  );
}

/** What an erasure reaches, of whomever; the next steps in a sentence. */
export function Outlook() {
  return (
    <Reach
      counts={null}
      title="What an erasure reaches"
      note="Counting changes nothing: you see the figures, type the id once more, and keep a receipt."
    />
  );
}

interface ReachProps {
  title: ReactNode;
  note?: string;
  /** Null before anybody is named. */
  counts: Counts | null;
}

function Reach({ title, note, counts }: ReachProps) {
  const nothing = counts !== null && totalOf(counts) === 0;
  return (
    <Card className="max-w-4xl" title={title} note={note}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-table">
            {nothing ? 'Nothing stored' : 'Erased for good, in every agent'}
          </h3>
          <CountList counts={counts} />
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-table">Not reached</h3>
          <ul className="flex list-disc flex-col gap-1.5 pl-4 text-quiet text-table marker:text-faint">
            {NOT_REACHED.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
