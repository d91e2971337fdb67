'use client';

/**
 * How P(candidate better) came to stand where it stands, with the lines that decide and the stretch in which
 * nothing does.
 */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, probabilityText } from '../charts/evidence-number.ts';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail, CourseAxis } from './address.ts';
import { axisOf, type CoursePlace, earlyZone } from './course.ts';
import { complement } from './verdict-sentence.ts';

interface CourseProps {
  canary: CanaryDetail;
  places: readonly CoursePlace[];
  axis: CourseAxis;
}

const UNIT = [0, 1] as const;

export function CourseCard({ onAxis, ...course }: CourseProps & { onAxis: (axis: CourseAxis) => void }) {
  const { canary, places, axis } = course;
  const { write, label } = axisOf(axis, places);
  return (
    <Card title="Probability over time" actions={<AxisChoice axis={axis} onAxis={onAxis} />}>
      <ChartFrame
        finding={findingOf(canary)}
        caption={`P(candidate better) over ${label.toLowerCase()}, a point an hour. ${ruleOf(canary)} In the shaded stretch an arm has less than ${canary.bounds.minSamples} evidence, and no probability counts.`}
        table={{
          columns: [label, 'P(candidate better)', 'Evidence of the smaller arm'],
          rows: places.map(({ x, better, smaller }) => [
            write(x),
            probabilityText(better, 3),
            evidenceText(smaller),
          ]),
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
      y={{ label: 'P(candidate better)', domain: UNIT, tell: probabilityText }}
      series={[{ key: 'better', label: 'P(candidate better)', colour: 'candidate' }]}
      lines={[
        {
          at: threshold,
          label: `${threshold} ${canary.rule === 'posterior' ? 'promotes' : 'is needed at a look'}`,
          below: true,
        },
        { at: reject, label: `${reject} rejects` },
      ]}
      zone={earlyZone(places, minSamples)}
      dots={ended ? [{ x: last.x, y: last.better, label: canary.status }] : []}
    />
  );
}

function AxisChoice({ axis, onAxis }: { axis: CourseAxis; onAxis: (axis: CourseAxis) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Draw over</legend>
      {(['evidence', 'time'] as const).map((choice) => (
        <Button
          key={choice}
          size="small"
          variant={axis === choice ? 'secondary' : 'quiet'}
          aria-pressed={axis === choice}
          onClick={() => onAxis(choice)}
        >
          {choice === 'evidence' ? 'By evidence' : 'By date'}
        </Button>
      ))}
    </fieldset>
  );
}

function findingOf({ pCandidateBetter, incumbentN, candidateN, status }: CanaryDetail): string {
  const evidence = evidenceText(incumbentN + candidateN);
  if (incumbentN + candidateN === 0)
    return 'No evidence yet: P(candidate better) stands at 0.50, where it began.';
  const stands = status === 'running' ? 'stands at' : 'ended at';
  return `After ${evidence} evidence P(candidate better) ${stands} ${probabilityText(pCandidateBetter)}.`;
}

function ruleOf({ rule, bounds: { threshold } }: CanaryDetail): string {
  if (rule === 'posterior') return `Promoted from ${threshold} on.`;
  return `Promoted only at a planned look, from ${threshold} on and with a statistic above the boundary.`;
}
