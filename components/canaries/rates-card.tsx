/** Both arms' success rates: what the evidence says about each, as a curve and as an interval. */
import { ArmMark } from '../charts/arm-mark.tsx';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText, shareText, ticksOf } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail } from './address.ts';

const ARMS = ['candidate', 'incumbent'] as const;
const UNIT = [0, 1] as const;
const density = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = (share: number) => shareText(share);

export function RatesCard({ canary }: { canary: CanaryDetail }) {
  const { rates, level } = canary.picture;
  const versions = { incumbent: canary.baseVersion, candidate: canary.baseVersion + 1 };
  const rows = ARMS.map((arm) => {
    const [low, high] = rates[arm].interval;
    return {
      ...{ key: arm, mean: rates[arm].mean, low, high, look: arm },
      label: <ArmMark arm={arm} />,
      figures: `${whole(rates[arm].mean)} · ${whole(low)} to ${whole(high)}`,
    };
  });
  const percent = shareText(level);
  return (
    <Card title="Success rates" note="what the evidence says about each arm">
      <ChartFrame
        finding={`The candidate succeeds in about ${whole(rates.candidate.mean)} of its evidence, the incumbent in ${whole(rates.incumbent.mean)}.`}
        caption={`Posterior of each arm’s success rate under Beta(1, 1), from its evidence in this canary alone. Shaded and barred: ${percent} of each.`}
        table={{
          columns: ['Arm', 'Version', 'Evidence', 'Mean', `${percent} from`, 'to'],
          rows: ARMS.map((arm) => [
            arm === 'candidate' ? `Candidate` : 'Incumbent',
            `v${versions[arm]}`,
            evidenceText(canary.arms[arm].weight),
            shareText(rates[arm].mean, 1),
            ...rates[arm].interval.map((bound) => shareText(bound, 1)),
          ]),
        }}
      >
        <LazyLineChart
          data={densitiesOf(canary)}
          x={{ key: 'x', label: 'Success rate', domain: UNIT, write: whole }}
          y={{ label: 'Density', write: (value) => density.format(value) }}
          series={[
            { key: 'candidateBand', label: '', colour: 'candidate', bare: true },
            { key: 'incumbentBand', label: '', colour: 'incumbent', bare: true },
            { key: 'candidate', label: 'Candidate', colour: 'candidate' },
            { key: 'incumbent', label: 'Incumbent', colour: 'incumbent', dashed: true },
          ]}
        />
        <IntervalPlot
          rows={rows}
          domain={UNIT}
          ticks={ticksOf(UNIT)}
          write={whole}
          axis={`Success rate, mean and ${percent} interval`}
        />
      </ChartFrame>
    </Card>
  );
}

/** Both curves at the same places; the bands have values within their interval only. */
function densitiesOf({ picture: { rates } }: CanaryDetail): Record<string, number>[] {
  const within = ([low, high]: readonly number[], x: number) => x >= (low ?? 0) && x <= (high ?? 1);
  return rates.candidate.density.map(([x = 0, height = 0], index) => {
    const other = rates.incumbent.density[index]?.[1] ?? 0;
    return {
      ...{ x, candidate: height, incumbent: other },
      ...(within(rates.candidate.interval, x) ? { candidateBand: height } : {}),
      ...(within(rates.incumbent.interval, x) ? { incumbentBand: other } : {}),
    };
  });
}

/** The candidate against the incumbent: one interval on a line whose zero never moves. */
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
