'use client';

/** The verdict in plain words, with both sides' results as bars on one scale. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { Card } from '../ui/layout/card.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import type { CanaryDetail } from './address.ts';
import { ARM_NAMES, armText, noneText, resultsText, verdictText, whenText } from './verdict-sentence.ts';

const ARMS = ['candidate', 'incumbent'] as const;
const FILL = { candidate: 'fill-candidate', incumbent: 'fill-incumbent' };
const WIDTH = 100;

export function VerdictCard({ canary }: { canary: CanaryDetail }) {
  const results = resultsText(canary);
  return (
    <Card title={canary.status === 'running' ? 'Results so far' : 'Result'}>
      <div className="flex flex-col gap-4">
        <div className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-semibold text-title tabular-nums">{results ?? noneText(canary)}</p>
          <p className="text-quiet tabular-nums">
            {results === null && canary.status === 'running' ? NOTHING : verdictText(canary)}{' '}
            {whenText(canary)}
          </p>
          {canary.status === 'running' ? null : <Fate changesetId={canary.changesetId} />}
        </div>
        {results === null ? null : (
          <dl className="grid max-w-xl grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 text-table">
            {ARMS.map((arm) => (
              <Result key={arm} canary={canary} arm={arm} />
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}

/** What became of the change: applied as a version, or why not although it won. */
function Fate({ changesetId }: { changesetId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.changesets.detail.queryOptions({ id: changesetId }));
  if (data === undefined) return null;
  const { status, rejectionReason } = data.changeset;
  if (status === 'failed')
    return <LearnedText as="p" text={`It was not applied: ${rejectionReason ?? ''}.`} />;
  const version = data.skills.find(({ appliedVersion }) => appliedVersion !== null)?.appliedVersion;
  if (status !== 'applied' || version === undefined || version === null) return null;
  return <p>It was applied as v{version}.</p>;
}

const NOTHING =
  'Recalls that select the skill serve the candidate to some sessions and the current version to the others. Results appear here once such runs are recorded with an outcome.';

function Result({ canary, arm }: { canary: CanaryDetail; arm: (typeof ARMS)[number] }) {
  const { weight, reward } = canary.arms[arm];
  const share = weight > 0 ? Math.min(1, Math.max(0, reward / weight)) : 0;
  return (
    <>
      <dt>{ARM_NAMES[arm]}</dt>
      <dd className="contents">
        <svg
          viewBox={`0 0 ${WIDTH} 8`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-2 w-full min-w-16"
        >
          <rect width={WIDTH} height="8" className="fill-sunken" />
          <rect width={share * WIDTH} height="8" className={FILL[arm]} />
        </svg>
        <span className="text-right text-quiet tabular-nums">{armText(canary, arm) ?? 'no rated run'}</span>
      </dd>
    </>
  );
}
