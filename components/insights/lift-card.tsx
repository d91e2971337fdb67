/** Treated runs against the holdout: the lift around a zero that never moves. Only for a lift that may be read. */

import { ENOUGH_EVIDENCE } from '../../server/domain/measurement/learning-lift.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, evidenceText, place, pointsText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { lookOf } from '../usage/figures.ts';
import type { Insights, LiftView } from './insight-types.ts';

type Lift = LiftView['lift'];

const LEAST_EDGE = 0.2;

export function LiftCard({ lift }: { lift: Lift }) {
  const [plannedLow = 0, plannedHigh = 0] = lift.lift90ci;
  const [low = 0, high = 0] = lift.liftAlwaysValid;
  const domain = aroundZero([low, high, plannedLow, plannedHigh], LEAST_EDGE);
  const range = (from: number, to: number) => `${pointsText(from)} to ${pointsText(to)}`;
  return (
    <Card title="Lift" note="success of runs with skills minus success of the holdout">
      <ChartFrame
        name="lift"
        finding={findingOf(low, high)}
        caption="90 % interval of the difference over sessions, valid at any time. The headline says helps or hurts only if it excludes zero. The thin line is the interval for a single planned look."
        table={{
          columns: ['', 'Points', 'from', 'to'],
          rows: [
            ['Lift, at any time', pointsText(lift.lift), pointsText(low), pointsText(high)],
            ['Lift, one look', pointsText(lift.lift), pointsText(plannedLow), pointsText(plannedHigh)],
          ],
        }}
      >
        <IntervalPlot
          rows={[
            {
              ...{ key: 'lift', label: 'Lift, at any time', mean: lift.lift, low, high },
              figures: `${pointsText(lift.lift)} · ${range(low, high)}`,
            },
            {
              ...{ key: 'planned', label: <span className="text-quiet">One look</span>, mean: lift.lift },
              ...{ low: plannedLow, high: plannedHigh, look: 'quiet' as const },
              figures: range(plannedLow, plannedHigh),
            },
          ]}
          domain={domain}
          write={(value) => pointsText(value).replace('.0', '')}
          axis="Lift, percentage points"
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf(low: number, high: number): string {
  if (low > 0) return 'The interval is above zero.';
  return high < 0 ? 'The interval is below zero.' : 'The interval includes zero.';
}

const UNIT = [0, 1] as const;
const boundsOf = ([low, high]: readonly [number, number]) => ({ low, high });

/** How often treated and holdout runs succeed. A group with too little evidence is left out: it shows only the prior. */
export function GroupsCard({ lift, groups: intervals }: Pick<LiftView, 'lift' | 'groups'>) {
  const groups = [
    {
      ...{ key: 'Treated', look: 'candidate' as const, n: lift.treatedN, mean: lift.treatedSuccess },
      ...boundsOf(intervals.treated),
    },
    {
      ...{ key: 'Holdout', look: 'incumbent' as const, n: lift.holdoutN, mean: lift.holdoutSuccess },
      ...boundsOf(intervals.holdout),
    },
  ].filter(({ n }) => n >= ENOUGH_EVIDENCE);
  if (groups.length === 0) return null;
  const said = groups.map(({ key, mean }) => `${key} runs succeed in about ${shareText(mean)}.`);
  return (
    <Card title="Treated and holdout" note="success rates">
      <ChartFrame
        name="treated-and-holdout"
        finding={said.join(' ')}
        caption="Posterior mean and 90 % interval over sessions. n is summed evidence of runs to which a skill applied."
        table={{
          columns: ['Group', 'Evidence', 'Mean', '90 % from', 'to'],
          rows: groups.map(({ key, n, mean, low, high }) => [
            key,
            evidenceText(n),
            ...[mean, low, high].map((share) => shareText(share, 1)),
          ]),
        }}
      >
        <IntervalPlot
          rows={groups.map(({ n, ...group }) => ({
            ...group,
            label: `${group.key}`,
            figures: `${shareText(group.mean)} · ${shareText(group.low)} to ${shareText(group.high)} · n ${evidenceText(n)}`,
          }))}
          domain={UNIT}
          write={shareText}
          axis="Success rate"
        />
      </ChartFrame>
    </Card>
  );
}

const WIDTH = 100;

/** A purpose inside a sentence. */
const wordsOf = (purpose: string): string => {
  const { label } = lookOf(purpose);
  return label.charAt(0).toLowerCase() + label.slice(1);
};

/** What learning cost the whole tenant in 30 days, by purpose. */
export function CostCard({ cost }: { cost: Insights['tenantLearningCost30d'] }) {
  const purposes = Object.entries(cost.byPurpose).toSorted(([, a], [, b]) => b - a);
  const most = purposes[0]?.[1] ?? 0;
  return (
    <Card title="Learning cost, 30 days" note="whole tenant, tokens in and out" flush={purposes.length === 0}>
      {purposes.length === 0 ? (
        <EmptyState title="No tokens used">No model calls in the last 30 days.</EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="font-medium">
            <Numeral value={cost.inputTokens + cost.outputTokens} /> tokens in <Numeral value={cost.calls} />{' '}
            {cost.calls === 1 ? 'call' : 'calls'}, most to {wordsOf(purposes[0]?.[0] ?? '')}.
          </p>
          <table className="w-full text-table">
            <caption className="sr-only">Tokens by purpose</caption>
            <tbody>
              {purposes.map(([purpose, tokens]) => (
                <tr key={purpose} className="h-(--row)">
                  <th scope="row" className="pr-3 text-left font-normal">
                    {lookOf(purpose).label}
                  </th>
                  <td className="w-1/2">
                    <svg
                      viewBox={`0 0 ${WIDTH} 8`}
                      preserveAspectRatio="none"
                      className="block h-2 w-full"
                      aria-hidden="true"
                    >
                      <rect width={WIDTH} height="8" className="fill-sunken" />
                      <rect
                        width={place(tokens, [0, Math.max(most, 1)], WIDTH)}
                        height="8"
                        className="fill-accent"
                      />
                    </svg>
                  </td>
                  <td className="pl-3 text-right tabular-nums">
                    <Numeral value={tokens} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
