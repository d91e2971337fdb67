'use client';

/** The lift of one skill: runs with the skill compared with runs it was withheld from. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText, shareText, ticksOf } from '../../charts/evidence-number.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading } from '../../ui/layout/states.tsx';
import type { SkillSummary } from '../wording.ts';
import { DeprecateButton } from './deprecate-button.tsx';
import {
  durationText,
  liftFinding,
  outlookText,
  type SkillLift,
  sizeText,
  waitingText,
} from './lift-text.ts';

export function SkillLiftCard({ summary }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.skills.lift.queryOptions({ id: summary.id }));
  if (data === undefined) return <Loading query={{ error, refetch }} what="the lift" count={3} />;
  if (data === null) {
    return (
      <Card title="Lift" flush={true}>
        <EmptyState title="Not measured">
          Not measured. To measure each skill’s effect, set SERVICE_SKILL_HOLDBACK_RATE above 0: a few
          sessions then go without one skill each.
        </EmptyState>
      </Card>
    );
  }
  const inService = summary.status === 'active' || summary.status === 'stale';
  return (
    <Card
      title="Lift"
      note={data.hurts && inService ? 'Harmful: deprecation is suggested' : undefined}
      actions={data.hurts && inService ? <DeprecateButton skill={summary} /> : undefined}
    >
      {data.reward === null ? <p>{waitingText(data)}</p> : <Chart lift={data} />}
      <p className="max-w-[75ch] pt-2 text-caption text-quiet">{outlookText(data)}</p>
    </Card>
  );
}

function Chart({ lift }: { lift: SkillLift }) {
  const { reward } = lift;
  if (reward === null) return null;
  const { mean, interval, alwaysValid } = reward;
  const domain = aroundZero([...interval, ...alwaysValid]);
  const row = (key: string, label: string, [low, high]: readonly [number, number]) => ({
    ...{ key, label, mean, low, high },
    figures: `${pointsText(low)} to ${pointsText(high)}`,
  });
  const more = [durationText(lift), sizeText(lift)].filter((text) => text !== null).join(' ');
  return (
    <ChartFrame
      name="skill-lift"
      finding={liftFinding(lift)}
      caption={`Success with the skill minus success without it, in percentage points, weighted by each session’s probability of going without it: ${pointsText(mean)}. Both intervals are at 90 %. The upper one is for a single planned look; the lower one is valid at any time. ${more}`}
      table={{
        columns: ['Runs', 'n', 'Success'],
        rows: [
          partRow('with it', lift.servedN, lift.servedSuccess),
          partRow('without it', lift.heldBackN, lift.heldBackSuccess),
        ],
      }}
    >
      <IntervalPlot
        rows={[
          row('once', 'At one look', interval),
          { ...row('always', 'At any time', alwaysValid), look: 'quiet' as const },
        ]}
        domain={domain}
        ticks={ticksOf(domain)}
        write={pointsText}
        axis="Percentage points"
      />
    </ChartFrame>
  );
}

function partRow(runs: string, evidence: number, success: number | null): string[] {
  return [runs, evidenceText(evidence), success === null ? '–' : shareText(success, 1)];
}
