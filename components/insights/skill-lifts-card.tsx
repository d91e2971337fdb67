'use client';

/** Effect of each skill by itself: those that hurt first, with what can be done about them. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, evidenceText, pointsText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { DeprecateButton } from '../skills/lift/deprecate-button.tsx';
import { liftFinding, waitingText } from '../skills/lift/lift-text.ts';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { counted } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { SkillRate } from './insight-types.ts';
import {
  byLift,
  hurtingSkills,
  inService,
  isKnown,
  isMeasured,
  type KnownLift,
  type MeasuredLift,
  SKILL_LIFTS,
} from './skill-lift-order.ts';
import { liftsFinding } from './skill-lifts-finding.ts';

/** Most skills of either list. */
const SHOWN = 20;
/** Most that are named though nothing is known of them. */
const SILENT = 3;

export function SkillLiftsCard({ skills }: { skills: readonly SkillRate[] }) {
  // Without skills nothing says whether they are measured; the card above says that there are none.
  if (skills.length === 0) return null;
  const measured = skills.filter(isMeasured);
  if (measured.length === 0) {
    return (
      <Card title="Effect of each skill" flush={true}>
        <EmptyState title="Not measured">
          <p>
            An admin can measure a skill’s effect on its page: for some weeks a few sessions go without it.
            Those used most show it soonest:
          </p>
          <ul aria-label="Skills to measure" className="flex flex-wrap gap-x-4 md:justify-center">
            {mostUsed(skills).map((skill) => (
              <li key={skill.id}>
                <SkillLink skill={skill} />
              </li>
            ))}
          </ul>
        </EmptyState>
      </Card>
    );
  }
  const known = byLift(skills);
  const hurting = hurtingSkills(skills);
  const waiting = measured.filter((skill) => !isKnown(skill) && inService(skill));
  return (
    <Card
      id={SKILL_LIFTS}
      className="scroll-mt-20"
      title="Effect of each skill"
      note="runs with the skill compared with runs it was withheld from"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {hurting.length === 0 ? null : <Suggested skills={hurting} />}
        {known.length === 0 ? null : <LiftChart skills={known.slice(0, SHOWN)} />}
        {waiting.length === 0 ? null : <Waiting skills={waiting} />}
      </div>
    </Card>
  );
}

/** So many are named where none is measured. */
const NAMED = 3;

const mostUsed = (skills: readonly SkillRate[]) =>
  skills
    .filter(inService)
    .toSorted((one, other) => other.uses - one.uses)
    .slice(0, NAMED);

/** Skills that surely hurt, with the reason beside the button. */
function Suggested({ skills }: { skills: readonly KnownLift[] }) {
  return (
    <section aria-label="Suggested for deprecation">
      <h3 className="font-semibold text-table">Suggested for deprecation</h3>
      <ul className="flex flex-col divide-y divide-line">
        {skills.map((skill) => (
          <li key={skill.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-table">
            <SkillLink skill={skill} />
            <span className="min-w-0 flex-1 basis-64 text-quiet">{liftFinding(skill.worth)}</span>
            <DeprecateButton skill={skill} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LiftChart({ skills }: { skills: readonly KnownLift[] }) {
  const domain = aroundZero(skills.flatMap(({ worth: { reward } }) => reward.alwaysValid));
  return (
    <ChartFrame
      name="skill-lifts"
      finding={liftsFinding(skills.map(({ worth }) => ({ interval: worth.reward.alwaysValid })))}
      caption="Dot: success with the skill minus success without it, in percentage points, weighted by each session’s probability of going without it, with the 90 % interval that is valid at any time. n: evidence without the skill."
      table={{
        columns: ['Skill', 'n', 'Lift', '90 % at any time', 'Points per 1,000 characters'],
        rows: skills.map(({ name, worth }) => [
          name,
          evidenceText(worth.heldBackN),
          pointsText(worth.reward.mean),
          rangeText(worth.reward.alwaysValid),
          worth.rewardPer1000Characters === null ? '–' : pointsText(worth.rewardPer1000Characters),
        ]),
      }}
    >
      <IntervalPlot
        columns="page"
        rows={skills.map((skill) => ({
          ...{ key: skill.id, mean: skill.worth.reward.mean, label: <SkillLink skill={skill} /> },
          low: skill.worth.reward.alwaysValid[0],
          high: skill.worth.reward.alwaysValid[1],
          figures: `${rangeText(skill.worth.reward.alwaysValid)} · n ${evidenceText(skill.worth.heldBackN)}`,
        }))}
        domain={domain}
        write={pointsText}
        axis="Percentage points"
      />
    </ChartFrame>
  );
}

function Waiting({ skills }: { skills: readonly MeasuredLift[] }) {
  const silent = skills.filter(({ worth }) => worth.heldBackN === 0 && worth.daysUntilEnough === null);
  // Many that have nothing to tell would hide those that have.
  const isLong = silent.length > SILENT;
  const told = isLong ? skills.filter((skill) => !silent.includes(skill)) : skills;
  const more = told.length - SHOWN;
  return (
    <ul aria-label="Skills without enough evidence" className="flex flex-col divide-y divide-line text-table">
      {told.slice(0, SHOWN).map((skill) => (
        <li key={skill.id} className="flex flex-wrap items-center gap-x-3 py-1">
          <SkillLink skill={skill} />
          <span className="text-quiet">{waitingText(skill.worth)}</span>
        </li>
      ))}
      {more > 0 ? <li className="py-1 text-caption text-quiet">and {more} more</li> : null}
      {isLong ? (
        <li className="py-1 text-quiet">{counted(silent.length, 'skill')} without any evidence yet</li>
      ) : null}
    </ul>
  );
}

function SkillLink({ skill: { id, name } }: { skill: Pick<SkillRate, 'id' | 'name'> }) {
  const hrefOf = useAgentHref();
  return (
    <Link
      href={hrefOf(`/skills/${id}?tab=performance`)}
      className="inline-block min-h-6 break-all font-medium leading-6 hover:text-accent-strong"
    >
      <LearnedText text={name} />
    </Link>
  );
}

const rangeText = ([low, high]: readonly [number, number]) => `${pointsText(low)} to ${pointsText(high)}`;
