'use client';

/** How each version did: rate and 90 % interval on one 0–100 % line, so that versions compare by eye. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { IntervalBar } from '../charts/interval-plot.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, Loading } from '../ui/layout/states.tsx';
import { counted } from '../ui/text/counted.ts';
import { evidenceText, percentText, performanceFinding, type SkillSummary } from './wording.ts';

type Row = Outputs['skills']['performance'][number];

export function PerformanceTab({ summary: { id, version } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.skills.performance.queryOptions({ id }));
  if (data === undefined) return <Loading query={{ error, refetch }} what="the performance" count={6} />;
  if (data.length === 0) {
    return (
      <Card flush={true}>
        <EmptyState title="No runs yet">
          Each version’s success appears here once episodes are recorded whose recall served this skill.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Success by version">
      <ChartFrame
        name="success-by-version"
        finding={performanceFinding(data, version)}
        caption="Success rate with its 90 % interval. n is summed evidence from the latest 10,000 episodes with the skill. Canary arms are shown separately: candidate solid, current version dashed."
        table={{
          columns: ['Version', 'Episodes', 'Evidence', 'Rate', '90 % interval'],
          rows: data.map(cellsOf),
        }}
      >
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {data.map((row) => (
            <VersionRow key={`${row.version} ${row.arm}`} row={row} current={version} />
          ))}
        </ul>
        <Axis />
      </ChartFrame>
    </Card>
  );
}

/** Name, rate, whisker, evidence and episodes, under each other in all rows and in the axis. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_3rem_4rem] items-center gap-x-4 sm:grid-cols-[8.5rem_3rem_minmax(8rem,26rem)_4rem_6rem]';

/** What sets a row apart from others of the same version. */
function roleText({ version, arm }: Row, current: number): string {
  if (arm === null) return version === current ? 'current' : '';
  return arm === 'candidate' && version > current ? 'on trial' : 'in a trial';
}

function VersionRow({ row, current }: { row: Row; current: number }) {
  const { version, arm, episodes, success } = row;
  const { evidence, rate, interval } = success;
  return (
    <li className={`${COLUMNS} min-h-10 py-1 text-table`}>
      <span className="font-medium tabular-nums">
        v{version} <span className="font-normal text-quiet">{roleText(row, current)}</span>
      </span>
      <span className="text-right font-medium tabular-nums">{rate === null ? '–' : percentText(rate)}</span>
      <span className="max-sm:col-span-3 max-sm:row-start-2">
        {rate === null ? (
          <span className="text-faint">no evidence yet</span>
        ) : (
          <IntervalBar
            mean={rate}
            low={interval[0]}
            high={interval[1]}
            arm={arm === 'incumbent' ? 'incumbent' : 'candidate'}
            className="h-auto w-full"
          />
        )}
      </span>
      <span className="text-caption text-quiet tabular-nums">n {evidenceText(evidence)}</span>
      <span className="text-caption text-quiet tabular-nums max-sm:hidden">
        {counted(episodes, 'episode')}
      </span>
    </li>
  );
}

function Axis() {
  return (
    <div aria-hidden="true" className={`${COLUMNS} text-caption text-quiet tabular-nums`}>
      {/* The line of a bar leaves 5 of 210 parts free on either side. */}
      <span className="flex justify-between px-[2.38%] max-sm:col-span-3 sm:col-start-3">
        {['0 %', '50 %', '100 %'].map((tick) => (
          <span key={tick} className="flex w-0 justify-center whitespace-nowrap">
            {tick}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Few columns, so that the table fits a phone without scrolling sideways. */
function cellsOf({ version, arm, episodes, success }: Row): (string | number)[] {
  const { evidence, rate, interval } = success;
  return [
    arm === null ? `v${version}` : `v${version} ${arm}`,
    episodes,
    evidenceText(evidence),
    rate === null ? '–' : percentText(rate),
    `${percentText(interval[0])} to ${percentText(interval[1])}`,
  ];
}
