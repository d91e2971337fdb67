/** How often treated and holdout runs succeed, each with its own interval on a line from 0 to 100 %. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { ticksOf } from '../charts/scale.ts';
import { Card } from '../ui/card.tsx';
import type { Insights, Library } from './insight-types.ts';

type Lift = Insights['learning_lift'];

const UNIT = [0, 1] as const;
const whole = (share: number) => shareText(share);
const boundsOf = ([low, high]: readonly [number, number]) => ({ low, high });

export function GroupsCard({ lift, groups: intervals }: { lift: Lift; groups: Library['groups'] }) {
  const groups = [
    {
      ...{ key: 'Treated', look: 'candidate' as const, n: lift.treated_n, mean: lift.treated_success },
      ...boundsOf(intervals.treated),
    },
    {
      ...{ key: 'Holdout', look: 'incumbent' as const, n: lift.holdout_n, mean: lift.holdout_success },
      ...boundsOf(intervals.holdout),
    },
  ];
  return (
    <Card title="Treated and holdout" note="success rates">
      <ChartFrame
        finding={`Treated runs succeed in about ${whole(lift.treated_success)}, holdout runs in about ${whole(lift.holdout_success)}.`}
        caption="Posterior mean and 90 % interval under Beta(1, 1). n is summed evidence of runs to which a skill applied."
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
            figures: `${whole(group.mean)} · ${whole(group.low)} to ${whole(group.high)} · n ${evidenceText(n)}`,
          }))}
          domain={UNIT}
          ticks={ticksOf(UNIT)}
          write={whole}
          axis="Success rate"
        />
      </ChartFrame>
    </Card>
  );
}
