'use client';

/** The lift of one skill: runs with the skill compared with runs it was withheld from, and the switch that measures it. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText, shareText } from '../../charts/evidence-number.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading } from '../../ui/layout/states.tsx';
import { useServiceChange } from '../use-service-change.ts';
import type { SkillSummary } from '../wording.ts';
import { liftFinding, type SkillLift } from '../wording.ts';

type Measurement = Outputs['skills']['measurement'];

/** Sessions that go without a skill while it is measured. */
const SHARE = 0.1;

export function SkillLiftCard({ summary }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.skills.measurement.queryOptions({ id: summary.id }));
  if (data === undefined) return <Loading query={{ error, refetch }} what="the lift" count={3} />;
  return <Measured summary={summary} measurement={data} />;
}

function Measured({ summary, measurement }: { summary: SkillSummary; measurement: Measurement }) {
  const { worth, share } = measurement;
  const inService = summary.status === 'active' || summary.status === 'stale';
  const measure =
    inService || share !== null ? <MeasureButton skill={summary} measurement={measurement} /> : undefined;
  if (worth === null) {
    return (
      <Card title="Lift" flush={true}>
        <EmptyState title="Not measured" action={measure}>
          {inService
            ? `A reviewer can measure the effect of this skill: ${shareText(SHARE)} of its sessions, drawn at random, go without it.`
            : `Only a skill in service can be measured, and this one is ${summary.status}.`}
        </EmptyState>
      </Card>
    );
  }
  const hurts = (worth.effectAlwaysValid?.[1] ?? 0) < 0 && inService;
  return (
    <Card
      title="Lift"
      note={hurts ? 'Harmful: deprecation is suggested' : shareNote(share)}
      actions={
        <>
          {hurts ? <DeprecateButton skill={summary} /> : null}
          {measure}
        </>
      }
    >
      {worth.effect === null ? <p>{liftFinding(worth)}</p> : <Chart lift={worth} effect={worth.effect} />}
    </Card>
  );
}

const shareNote = (share: number | null) =>
  share === null ? undefined : `${shareText(share)} of its sessions go without it`;

function MeasureButton({ skill, measurement }: { skill: SkillSummary; measurement: Measurement }) {
  const trpc = useTRPC();
  const isOn = measurement.share !== null;
  const change = useChange(trpc.skills.measure, {
    stale: [trpc.skills, trpc.insights],
    done: {
      title: isOn ? `${skill.name} is served to all sessions again` : `${skill.name} is being measured`,
      tone: 'good',
    },
    failed: isOn ? 'Not stopped' : 'Not started',
  });
  return (
    <ScopedButton
      scope="review"
      size="small"
      loading={change.isPending}
      onClick={() => change.mutate({ skill_id: skill.id, share: isOn ? null : SHARE })}
    >
      {isOn ? 'Stop measuring' : 'Measure this skill'}
    </ScopedButton>
  );
}

/** Takes a skill that surely hurts out of service, by one press: the reason stands beside it. */
function DeprecateButton({ skill }: { skill: SkillSummary }) {
  const deprecate = useServiceChange(skill, true);
  return (
    <ScopedButton
      scope="review"
      size="small"
      aria-label={`Deprecate ${skill.name}`}
      loading={deprecate.isPending}
      onClick={deprecate.mutate}
    >
      Deprecate
    </ScopedButton>
  );
}

function Chart({ lift, effect }: { lift: SkillLift; effect: number }) {
  const [low = -1, high = 1] = lift.effectAlwaysValid ?? [];
  return (
    <ChartFrame
      name="skill-lift"
      finding={liftFinding(lift)}
      caption={`Success with the skill minus success without it, in percentage points, weighted by each session’s probability of going without it. The 90 % interval is valid at any time. ${evidenceText(lift.sessions)} sessions.`}
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
          {
            ...{ key: 'lift', label: 'Lift', mean: effect, low, high },
            figures: `${pointsText(low)} to ${pointsText(high)}`,
          },
        ]}
        domain={aroundZero([low, high])}
        write={pointsText}
        axis="Percentage points"
      />
    </ChartFrame>
  );
}

function partRow(runs: string, evidence: number, success: number | null): string[] {
  return [runs, evidenceText(evidence), success === null ? '–' : shareText(success, 1)];
}
