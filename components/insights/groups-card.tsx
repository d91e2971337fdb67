/** How often treated and holdout runs succeed. */

import { ENOUGH_EVIDENCE } from '../../server/domain/measurement/learning-lift.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { LiftView } from './insight-types.ts';

const UNIT = [0, 1] as const;
const boundsOf = ([low, high]: readonly [number, number]) => ({ low, high });

/** A group with too little evidence is left out: it shows only the prior. */
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
