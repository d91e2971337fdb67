'use client';

/** The lift of one skill: runs with the skill compared with runs it was withheld from. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText, shareText } from '../../charts/evidence-number.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { MomentLiftCard } from '../../insights/moments/moment-lift-card.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/text/time.tsx';
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
import { MeasureButton } from './measure-button.tsx';
import { type Measurement, shareWords } from './measurement-text.ts';

export function SkillLiftCard({ summary }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.skills.measurement.queryOptions({ id: summary.id }));
  if (data === undefined) return <Loading query={{ error, refetch }} what="the lift" count={3} />;
  return (
    <>
      <Measured summary={summary} measurement={data} />
      <MomentLiftCard lift={data.momentLift} />
    </>
  );
}

function Measured({ summary, measurement }: { summary: SkillSummary; measurement: Measurement }) {
  const { lift } = measurement;
  const inService = summary.status === 'active' || summary.status === 'stale';
  const measure = inService ? <MeasureButton skill={summary} measurement={measurement} /> : undefined;
  if (lift === null) {
    return (
      <Card title="Lift" flush={true}>
        <EmptyState title="Not measured" action={measure}>
          {inService
            ? 'An admin can measure the effect of this skill: for some weeks a few of its sessions go without it.'
            : `Only a skill in service can be measured, and this one is ${summary.status}.`}
        </EmptyState>
      </Card>
    );
  }
  const suggests = lift.hurts && inService;
  return (
    <Card
      title="Lift"
      note={suggests ? 'Harmful: deprecation is suggested' : <MeasuredUntil measurement={measurement} />}
      actions={
        <>
          {suggests ? <DeprecateButton skill={summary} /> : null}
          {measure}
        </>
      }
    >
      {lift.reward === null ? <p>{waitingText(lift)}</p> : <Chart lift={lift} />}
      <p className="max-w-[75ch] pt-2 text-caption text-quiet">{outlookText(lift)}</p>
    </Card>
  );
}

/** Which share of its sessions goes without it, and until when. */
function MeasuredUntil({ measurement }: { measurement: Measurement }) {
  const words = shareWords(measurement);
  if (words === null || measurement.until === null) return null;
  return (
    <>
      {words} <Time at={measurement.until} absolute={true} />
    </>
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
        write={pointsText}
        axis="Percentage points"
      />
    </ChartFrame>
  );
}

function partRow(runs: string, evidence: number, success: number | null): string[] {
  return [runs, evidenceText(evidence), success === null ? '–' : shareText(success, 1)];
}
