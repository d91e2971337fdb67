'use client';

/** How the probability that the change is better developed, with the lines that decide. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Choices } from '../ui/forms/choices.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail, CourseAxis } from './address.ts';
import { axisOf, type CoursePlace, earlyZone } from './course.ts';
import { complement } from './verdict-sentence.ts';

const LEAST = 0.001;

/** A chance, never rounded to certainty. */
function chanceText(chance: number): string {
  if (chance > 1 - LEAST) return `over ${shareText(1 - LEAST, 1)}`;
  return chance < LEAST ? `under ${shareText(LEAST, 1)}` : shareText(chance, 1);
}

interface CourseProps {
  canary: CanaryDetail;
  places: readonly CoursePlace[];
  axis: CourseAxis;
}

const AXES = [
  { value: 'evidence', label: 'By evidence' },
  { value: 'time', label: 'By date' },
] as const;
const UNIT = [0, 1] as const;
/** Up to so many points each is drawn: a line through few says nothing of where they stand. */
const MOST_DOTS = 40;
const whole = (share: number) => shareText(Number(share.toFixed(4)));

export function CourseCard({ onAxis, ...course }: CourseProps & { onAxis: (axis: CourseAxis) => void }) {
  const { canary, places, axis } = course;
  const { write, label } = axisOf(axis, places);
  return (
    <Card
      title="Over time"
      actions={<Choices legend="Draw over" value={axis} options={AXES} onChange={onAxis} />}
    >
      <ChartFrame
        name="canary-over-time"
        finding={findingOf(canary)}
        caption={`Probability that the candidate is better, over ${label.toLowerCase()}; at most one point per hour. ${ruleOf(canary)} In the shaded range one arm has fewer than ${canary.bounds.minSamples} rated runs, and nothing is decided.`}
        table={{
          columns: [label, 'Probability that the candidate is better', 'Evidence of the smaller arm'],
          rows: places.map(({ x, better, smaller }) => [write(x), chanceText(better), evidenceText(smaller)]),
        }}
      >
        <CourseLine {...course} />
      </ChartFrame>
    </Card>
  );
}

function CourseLine({ canary, places, axis }: CourseProps) {
  const { write, label, domain } = axisOf(axis, places);
  const { threshold, minSamples } = canary.bounds;
  const reject = complement(canary.bounds);
  const last = places.at(-1);
  const ended = canary.status !== 'running' && last !== undefined;
  return (
    <LazyLineChart
      data={places.map(({ x, better }) => ({ x, better }))}
      x={{ key: 'x', label, write, domain }}
      y={{
        label: 'Probability that the candidate is better',
        domain: UNIT,
        write: whole,
        tell: chanceText,
      }}
      series={[
        {
          key: 'better',
          label: 'Probability that the candidate is better',
          colour: 'candidate',
          dots: places.length <= MOST_DOTS,
        },
      ]}
      lines={[
        {
          at: threshold,
          label: `${whole(threshold)} ${canary.rule === 'posterior' ? 'applies the candidate' : 'is needed at a look'}`,
          below: true,
        },
        { at: reject, label: `${whole(reject)} rejects the candidate` },
      ]}
      zone={earlyZone(places, minSamples)}
      dots={ended ? [{ x: last.x, y: last.better, label: canary.status }] : []}
    />
  );
}

function findingOf({ pCandidateBetter, incumbentN, candidateN, status, bounds }: CanaryDetail): string {
  const evidence = evidenceText(incumbentN + candidateN);
  if (incumbentN + candidateN === 0)
    return 'No run has been rated yet. The probability that the candidate is better starts at 50 %.';
  const stands = status === 'running' ? 'is' : 'was';
  const chance = chanceText(pCandidateBetter);
  const few = status === 'running' && Math.min(incumbentN, candidateN) < bounds.minSamples;
  const early = few ? `; below ${bounds.minSamples} rated runs per arm nothing is decided` : '';
  return `After ${evidence} rated runs, the probability that the candidate is better ${stands} ${chance}${early}.`;
}

function ruleOf({ rule, bounds: { threshold } }: CanaryDetail): string {
  if (rule === 'posterior') return `From ${whole(threshold)} the candidate is applied.`;
  return `The candidate is applied only at a planned look, from ${whole(threshold)} and with a statistic above the boundary.`;
}
