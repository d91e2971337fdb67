/** What share of new sessions either arm gets, and got, and the floor below which no arm falls. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { shareText } from '../charts/evidence-number.ts';
import { LazyLineChart } from '../charts/lazy-line-chart.tsx';
import { Card } from '../ui/card.tsx';
import type { CourseAxis } from './address.ts';
import type { CanaryDetail } from './canary-types.ts';
import type { CoursePlace } from './course.ts';
import { axisOf } from './course-axis.ts';

const UNIT = [0, 1] as const;
const whole = (share: number) => shareText(share);

export function AllocationCard(props: {
  canary: CanaryDetail;
  places: readonly CoursePlace[];
  axis: CourseAxis;
}) {
  const { canary, places, axis } = props;
  const { write, label, domain } = axisOf(axis, places);
  return (
    <Card title="Allocation">
      <ChartFrame
        finding={findingOf(canary, places)}
        caption={`Share of new sessions that each arm gets, over ${label.toLowerCase()}. It follows P(candidate better); neither arm falls below the floor of ${whole(canary.floor)}.`}
        table={{
          columns: [label, 'Candidate', 'Incumbent'],
          rows: places.map(({ x, candidate, incumbent }) => [
            write(x),
            shareText(candidate, 1),
            shareText(incumbent, 1),
          ]),
        }}
      >
        <LazyLineChart
          data={places.map(({ x, candidate, incumbent }) => ({ x, candidate, incumbent }))}
          x={{ key: 'x', label, write, domain }}
          y={{ label: 'Share of sessions', domain: UNIT, write: whole }}
          series={[
            { key: 'candidate', label: 'Candidate', colour: 'candidate' },
            { key: 'incumbent', label: 'Incumbent', colour: 'incumbent', dashed: true },
          ]}
          lines={[{ at: canary.floor, label: `floor ${whole(canary.floor)}` }]}
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf({ status, arms }: CanaryDetail, places: readonly CoursePlace[]): string {
  const given = `${arms.candidate.assigned} sessions or users were given the candidate and ${arms.incumbent.assigned} the incumbent`;
  if (status !== 'running') return `In all, ${given}.`;
  const share = places.at(-1)?.candidate ?? 0.5;
  return `New sessions get the candidate with ${whole(share)}; so far ${given}.`;
}
