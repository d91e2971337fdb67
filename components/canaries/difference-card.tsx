/** The candidate against the incumbent: one interval on a line whose zero never moves. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, pointsText, shareText, ticksOf } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { Card } from '../ui/card.tsx';
import type { CanaryDetail } from './address.ts';

export function DifferenceCard({ canary }: { canary: CanaryDetail }) {
  const { difference, level } = canary.picture;
  const [low = 0, high = 0] = difference.interval;
  const domain = aroundZero([low, high], 0.2);
  const percent = shareText(level);
  return (
    <Card title="Difference" note="candidate − incumbent">
      <ChartFrame
        finding={findingOf(difference.mean, low, high, percent)}
        caption={`Positive is better for the candidate. The level ${percent} belongs to the threshold ${canary.bounds.threshold}: this interval lies right of zero exactly when P reaches the threshold.`}
        table={{
          columns: ['Difference in points', `${percent} from`, 'to'],
          rows: [[difference.mean, low, high].map(pointsText)],
        }}
      >
        <IntervalPlot
          rows={[
            {
              ...{ key: 'difference', mean: difference.mean, low, high },
              label: 'Candidate − incumbent',
              figures: `${pointsText(difference.mean)} · ${pointsText(low)} to ${pointsText(high)}`,
            },
          ]}
          domain={domain}
          ticks={ticksOf(domain)}
          write={(value) => pointsText(value).replace('.0', '')}
          axis="Difference of success rates, percentage points"
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf(mean: number, low: number, high: number, percent: string): string {
  const range = `${pointsText(mean)} points, ${percent} between ${pointsText(low)} and ${pointsText(high)}`;
  if (low > 0) return `The candidate does better: ${range}.`;
  return high < 0 ? `The candidate does worse: ${range}.` : `Zero is still possible: ${range}.`;
}
