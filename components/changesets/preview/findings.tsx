/** Findings under what they are about: those that hold the change as an alert, advice as a quiet note. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Info, OctagonAlert } from '../../ui/generated/icons.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { findingText } from './finding-text.ts';

export function Findings({ findings, quoted }: { findings: readonly string[]; quoted?: string }) {
  const trpc = useTRPC();
  const { data: me } = useQuery({ ...trpc.session.me.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const maxWords = me?.settings.maxBulletWords ?? null;
  const held = findings.filter(isBlocking);
  const advice = findings.filter((finding) => !isBlocking(finding));
  if (findings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {held.length === 0 ? null : (
        <div className="flex gap-2.5 rounded-md border border-danger/50 bg-danger-soft px-3 py-2">
          <OctagonAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          <div className="flex min-w-0 flex-col gap-0.5">
            {held.map((finding) => (
              <p key={finding} className="font-medium text-danger text-table">
                <LearnedText text={findingText(finding, maxWords)} />
              </p>
            ))}
            <p className="text-caption text-quiet">{quoted ?? meaningOf(held)}</p>
          </div>
        </div>
      )}
      {advice.map((finding) => (
        <p key={finding} className="flex items-center gap-1.5 text-caption text-quiet">
          <Info aria-hidden="true" className="size-3.5 shrink-0" />
          <LearnedText text={findingText(finding, maxWords)} />
        </p>
      ))}
    </div>
  );
}

function meaningOf(held: readonly string[]): string {
  if (held.some((finding) => finding.startsWith('secret:'))) {
    return 'Masked on this page. If you approve, it is stored and served to agents unmasked.';
  }
  return 'If you approve, agents are served it unchanged.';
}
