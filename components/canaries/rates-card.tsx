/** Success rates with the change and without it: what the evidence says about each, as a curve and as an interval. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail } from './address.ts';
import { ArmMark } from './arm-mark.tsx';
import { ARM_NAMES } from './verdict-sentence.ts';

const ARMS = ['candidate', 'incumbent'] as const;
const UNIT = [0, 1] as const;
const density = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function RatesCard({ canary }: { canary: CanaryDetail }) {
  const { rates, level } = canary.picture;
  const versions = { incumbent: canary.baseVersion, candidate: canary.baseVersion + 1 };
  const rows = ARMS.map((arm) => {
    const [low, high] = rates[arm].interval;
    return {
      ...{ key: arm, mean: rates[arm].mean, low, high, look: arm },
      label: <ArmMark arm={arm} />,
      figures: `${shareText(rates[arm].mean)} · ${shareText(low)} to ${shareText(high)}`,
    };
  });
  const percent = shareText(level);
  return (
    <Card title="Success rates" note="estimated from this canary's evidence">
      <ChartFrame
        name="canary-success-rates"
        finding={`Candidate: about ${shareText(rates.candidate.mean)} of runs succeed. Current version: ${shareText(rates.incumbent.mean)}.`}
        caption={`Posterior of each success rate under Beta(1, 1), from the evidence of this canary only. Shaded area and bar: ${percent} interval.`}
        table={{
          columns: ['Arm', 'Version', 'Evidence', 'Mean', `${percent} from`, 'to'],
          rows: ARMS.map((arm) => [
            ARM_NAMES[arm],
            `v${versions[arm]}`,
            evidenceText(canary.arms[arm].weight),
            shareText(rates[arm].mean, 1),
            ...rates[arm].interval.map((bound) => shareText(bound, 1)),
          ]),
        }}
      >
        <LazyLineChart
          data={densitiesOf(canary)}
          x={{ key: 'x', label: 'Success rate', domain: UNIT, write: shareText }}
          y={{ label: 'Density', write: (value) => density.format(value) }}
          series={[
            { key: 'candidateBand', label: '', colour: 'candidate', bare: true },
            { key: 'incumbentBand', label: '', colour: 'incumbent', bare: true },
            { key: 'candidate', label: ARM_NAMES.candidate, colour: 'candidate' },
            { key: 'incumbent', label: ARM_NAMES.incumbent, colour: 'incumbent', dashed: true },
          ]}
        />
        <IntervalPlot
          rows={rows}
          domain={UNIT}
          write={shareText}
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

/** With the change against without it: one interval on a line whose zero never moves. */
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
