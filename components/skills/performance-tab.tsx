/** How each version did: rate and 90 % interval on one 0–100 % line, so that versions compare by eye. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { performanceFinding } from './performance-finding.ts';
import type { SkillSummary } from './skill-types.ts';
import { Success } from './success.tsx';
import { counted, evidenceText, percentText } from './wording.ts';

type Row = Outputs['skills']['performance'][number];

export function PerformanceTab({ summary: { id, version } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.skills.performance.queryOptions({ id }));
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows count={6} label="Loading the performance" />
    ) : (
      <ErrorBlock what="load the performance" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) {
    return (
      <Card flush={true}>
        <EmptyState title="No runs yet">
          Once episodes are recorded whose recall served this skill, each version’s success appears here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Success by version">
      <ChartFrame
        finding={performanceFinding(data)}
        caption="Success rate, 0 to 100 %: dot with its 90 % interval. n is the sum of the evidence’s strengths, from episodes that still exist; a canary’s arms stand apart, the candidate of a version solid, what it was tried against dashed."
        table={{
          columns: ['Version', 'Arm', 'Episodes', 'Evidence', 'Rate', '90 % from', '90 % to'],
          rows: data.map(cellsOf),
        }}
      >
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {data.map((row) => (
            <VersionRow key={`${row.version} ${row.arm}`} row={row} isCurrent={row.version === version} />
          ))}
        </ul>
      </ChartFrame>
    </Card>
  );
}

function VersionRow({
  row: { version, arm, episodes, success },
  isCurrent,
}: {
  row: Row;
  isCurrent: boolean;
}) {
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-4 gap-y-1 py-1 text-table">
      <span className="w-36 font-medium tabular-nums">
        v{version}
        {isCurrent ? <span className="font-normal text-quiet"> current</span> : null}
        {arm === null ? null : <span className="font-normal text-quiet"> {arm}</span>}
      </span>
      <Success success={success} arm={arm} />
      <span className="text-caption text-quiet tabular-nums">{counted(episodes, 'episode')}</span>
    </li>
  );
}

function cellsOf({ version, arm, episodes, success }: Row): (string | number)[] {
  const { evidence, rate, interval } = success;
  return [
    `v${version}`,
    arm ?? '–',
    episodes,
    evidenceText(evidence),
    rate === null ? '–' : percentText(rate),
    percentText(interval[0]),
    percentText(interval[1]),
  ];
}
