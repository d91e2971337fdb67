/** Step 2: what would go, and, as plainly, what would stay. */
import { Card } from '../ui/card.tsx';
import { CountList } from './count-list.tsx';
import { type Counts, NOT_REACHED, totalOf } from './counts.ts';

export function Preview({ userId, counts }: { userId: string; counts: Counts }) {
  return (
    <Card
      className="max-w-4xl"
      title={
        <>
          2. What is stored for <span className="break-all font-mono text-code">{userId}</span>
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-table">
            {totalOf(counts) === 0 ? 'Nothing stored' : 'Erased for good, in every agent'}
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
