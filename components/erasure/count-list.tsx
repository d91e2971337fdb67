/** What an erasure covers, the rows of a user by kind, before anybody is named only the kinds; and what it does not. */
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { grouped } from '../ui/text/counted.ts';
import { type Counts, KINDS, NOT_REACHED, previewedTotal, totalOf } from './counts.ts';

interface CountListProps {
  counts: Counts | null;
  isPreview: boolean;
}

export function CountList({ counts, isPreview }: CountListProps) {
  return (
    <dl className="flex flex-col text-table">
      {KINDS.map(({ kind, label, note }) => (
        <div key={kind} className="flex items-baseline gap-3 border-line border-b py-1.5 last:border-b-0">
          <dt className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            {label}
            <span className="text-caption text-quiet">{note}</span>
          </dt>
          {counts === null ? null : (
            <dd className="font-medium">
              <span className="tabular-nums">{(isPreview ? upToMost : grouped)(counts[kind])}</span>
            </dd>
          )}
        </div>
      ))}
      {counts === null ? null : (
        <div className="flex items-baseline gap-3 py-1.5 font-semibold">
          <dt className="flex-1">Rows in all</dt>
          <dd>
            <span className="tabular-nums">
              {isPreview ? previewedTotal(counts) : grouped(totalOf(counts))}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What stays, as plainly as what goes. */
export function NotReached() {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-table">Not reached</h3>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-quiet text-table marker:text-faint">
        {NOT_REACHED.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
