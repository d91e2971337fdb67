/** The candidate against the current version: one interval on a line whose zero never moves. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, pointsText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail } from './address.ts';

export function DifferenceCard({ canary }: { canary: CanaryDetail }) {
  const { effectShrunken: mean } = canary;
  const [low = 0, high = 0] = canary.effectAlwaysValid;
  const domain = aroundZero([low, high], 0.2);
  return (
    <Card title="Difference" note="candidate − current version">
      <ChartFrame
        name="canary-difference"
        finding={findingOf(mean, low, high)}
        caption="Positive means that the candidate is better. Each session is weighted by its probability of getting its arm, so neither uneven shares nor a change over time favours one. The interval is valid at any time. The estimate is shrunk towards zero, because a candidate is promoted when it looks best."
        table={{
          columns: ['Difference in points', '90 % from', 'to'],
          rows: [[mean, low, high].map(pointsText)],
        }}
      >
        <IntervalPlot
          rows={[
            {
              ...{ key: 'difference', mean, low, high },
              label: 'Candidate − current version',
              figures: `${pointsText(mean)} · ${pointsText(low)} to ${pointsText(high)}`,
            },
          ]}
          domain={domain}
          write={(value) => pointsText(value).replace('.0', '')}
          axis="Difference of success rates, percentage points"
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf(mean: number, low: number, high: number): string {
  const range = `about ${pointsText(mean)} points, 90 % between ${pointsText(low)} and ${pointsText(high)}`;
  if (low > 0) return `The candidate does better: ${range}.`;
  return high < 0 ? `The candidate does worse: ${range}.` : `No clear difference: ${range}.`;
}
