/** What lint and scan say of a text, under it: what holds a change as an alert, advice as a quiet note. */
import { Info, OctagonAlert } from 'lucide-react';
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import { findingText } from '../../changesets/preview/finding-text.ts';
import { LearnedText } from '../../ui/learned-text.tsx';

export function FindingNotes({ findings }: { findings: readonly string[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {findings.map((finding) =>
        isBlocking(finding) ? (
          <li
            key={finding}
            className="flex items-start gap-2 rounded-md border border-danger/50 bg-danger-soft px-2.5 py-1.5 font-medium text-danger text-table"
          >
            <OctagonAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
            <LearnedText text={findingText(finding, null)} />
          </li>
        ) : (
          <li key={finding} className="flex items-start gap-1.5 text-caption text-quiet">
            <Info aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            <LearnedText text={findingText(finding, null)} />
          </li>
        ),
      )}
    </ul>
  );
}
