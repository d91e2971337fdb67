/** Treated runs against the holdout: the lift around a zero that never moves. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { pointsText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { aroundZero, ticksOf } from '../charts/scale.ts';
import { Card } from '../ui/card.tsx';
import type { Insights } from './insight-types.ts';
import type { LiftSentence } from './lift-sentence.ts';

type Lift = Insights['learning_lift'];

const LEAST_EDGE = 0.2;

export function LiftCard({ lift, sentence }: { lift: Lift; sentence: LiftSentence }) {
  const [low = 0, high = 0] = lift.lift_90ci;
  const [alwaysLow = 0, alwaysHigh = 0] = lift.lift_always_valid;
  const domain = aroundZero([low, high, alwaysLow, alwaysHigh], LEAST_EDGE);
  const range = (from: number, to: number) => `${pointsText(from)} to ${pointsText(to)}`;
  return (
    <Card title="Lift" note="success of runs that were served skills, minus that of the holdout">
      <ChartFrame
        finding={findingOf(lift, sentence)}
        caption="90 % interval of the difference; it excludes zero exactly when the headline says helps or hurts. The thin line may be read at any time and however often, and is wider for it."
        table={{
          columns: ['', 'Points', 'from', 'to'],
          rows: [
            ['Lift, 90 %', pointsText(lift.lift), pointsText(low), pointsText(high)],
            ['Lift, always valid', pointsText(lift.lift), pointsText(alwaysLow), pointsText(alwaysHigh)],
          ],
        }}
      >
        <IntervalPlot
          rows={[
            {
              ...{ key: 'lift', label: 'Lift, 90 %', mean: lift.lift, low, high },
              figures: `${pointsText(lift.lift)} · ${range(low, high)}`,
            },
            {
              ...{ key: 'always', label: <span className="text-quiet">Always valid</span>, mean: lift.lift },
              ...{ low: alwaysLow, high: alwaysHigh, look: 'quiet' as const },
              figures: range(alwaysLow, alwaysHigh),
            },
          ]}
          domain={domain}
          ticks={ticksOf(domain)}
          write={(value) => pointsText(value).replace('.0', '')}
          axis="Lift, percentage points"
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf(lift: Lift, { verdict }: LiftSentence): string {
  const [low = 0, high = 0] = lift.lift_90ci;
  if (verdict === 'none' || verdict === 'off')
    return 'Without evidence on both sides this is only what was assumed before.';
  if (low > 0) return 'The whole interval lies right of zero.';
  return high < 0 ? 'The whole interval lies left of zero.' : 'Zero lies inside the interval.';
}
