/**
 * What the end of a canary does to its changeset: a candidate that was promoted becomes the skill's next version, together with the
 * skills that the changeset creates, unless the skill has moved on or one to create exists by now. Any other end rejects it, and
 * nothing is created. Then whoever waited behind the canary has its turn.
 */

import { endingBy } from '../../domain/skills/canary/status.ts';
import { createdSkills } from '../../domain/skills/changesets/apply-ops.ts';
import { takenReason } from '../../domain/skills/changesets/approval-outcome.ts';
import type { Bullet } from '../../domain/skills/skill.ts';
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type CandidateText, type Ending, type ExperimentRecord, endCanary } from '../canary/index.ts';
import { type KnownSkill, type SkillText, writeVersion } from '../library/index.ts';
import { createSkills, originOf, readTouched } from './advance.ts';
import { countDecided } from './read-changesets.ts';
import type { ChangesetRecord } from './records.ts';
import { releaseQueued } from './release-queued.ts';
import { settle, type Verdict } from './settle-changeset.ts';
import { stateOf } from './skill-texts.ts';
import { changesetStore } from './store.ts';

interface EndOfCanary {
  experiment: ExperimentRecord;
  ending: Ending;
}

/**
 * Ends a canary that still runs, settles its changeset and releases what waited; returns whether it did. The caller holds the
 * agent's library.
 */
export async function settleCanary(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  end: EndOfCanary,
): Promise<boolean> {
  if (!(await stopCanary(runtime, tx, tenant, end))) return false;
  await releaseQueued(runtime, tx, tenant, end.experiment.skillId);
  return true;
}

/** As {@link settleCanary}, but what waited goes on waiting until the caller releases it. */
export async function stopCanary(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  end: EndOfCanary,
): Promise<boolean> {
  if (!(await endCanary(runtime, tx, tenant, end))) return false;
  const { experiment, ending } = end;
  const changeset = await changesetStore(tx, tenant).find(experiment.changesetId);
  if (changeset === null) throw new Error(`changeset ${experiment.changesetId} of a canary is missing`);
  const { reviewer, reviewComment: comment } = changeset;
  const trigger = endingBy(ending.trigger).changeset;
  const verdict: Verdict = { tenant, actor: ending.actor, trigger, reviewer, comment };
  const settled =
    ending.trigger === 'promote'
      ? await promote(runtime, tx, { verdict, changeset, experiment })
      : await settle(runtime, tx, {
          ...{ verdict, changeset, status: 'rejected', rejectionReason: ending.reason },
          details: { experiment: experiment.id, reason: ending.reason },
        });
  afterCommit(tx, () => countDecided(runtime, settled));
  return true;
}

async function promote(
  runtime: Runtime,
  tx: Tx,
  {
    verdict,
    changeset,
    experiment,
  }: { verdict: Verdict; changeset: ChangesetRecord; experiment: ExperimentRecord },
): Promise<ChangesetRecord> {
  const { skillId, candidate } = experiment;
  const { tenant } = verdict;
  const details = { experiment: experiment.id };
  const touched = await readTouched(tx, tenant, changeset);
  const known = touched.find(({ skill }) => skill.id === skillId);
  const hindrance = hindranceOf(experiment, changeset, touched);
  if (known === undefined || hindrance !== null) {
    const rejectionReason = `the candidate won, but ${hindrance}`;
    return await settle(runtime, tx, { verdict, changeset, status: 'failed', rejectionReason, details });
  }
  const { source, id: changesetId, proposedBy: createdBy } = changeset;
  const origin = { source, changesetId, createdBy };
  const version = await writeVersion(runtime, tx, { tenant, known, text: textOf(candidate, known), origin });
  if (version === null) throw new ServiceError('conflict', 'skill is being changed');
  const created = createdSkills(changeset.ops, originOf(runtime, changeset));
  const versions = await createSkills(runtime, tx, { tenant, changeset, created });
  const appliedVersions = { [skillId]: version, ...versions };
  return await settle(runtime, tx, { verdict, changeset, status: 'applied', appliedVersions, details });
}

/** What keeps a candidate that won from being applied with all that belongs to it; null where nothing does. */
function hindranceOf(
  { skillId, baseVersion }: ExperimentRecord,
  { ops }: ChangesetRecord,
  touched: readonly KnownSkill[],
): string | null {
  const skill = touched.find((known) => known.skill.id === skillId)?.skill;
  if (skill === undefined) return `skill ${skillId} is gone`;
  if (skill.version !== baseVersion) {
    return `skill ${skill.name} moved from version ${baseVersion} to ${skill.version}`;
  }
  return takenReason(
    ops,
    touched.map((known) => ({ state: stateOf(known) })),
  );
}

const NO_COUNTS = { helpful: 0, harmful: 0, neutral: 0, used: 0 };

/** The candidate's text with what was counted for its rules until now. What its own rules were credited is in their rows already. */
function textOf({ description, tags, frontMatter, bullets }: CandidateText, known: KnownSkill): SkillText {
  const countsOf = new Map<string, Bullet>(known.bullets.map((bullet) => [bullet.id, bullet]));
  const rules = bullets.map((rule): Bullet => {
    const { helpful, harmful, neutral, used } = countsOf.get(rule.id) ?? NO_COUNTS;
    return { ...rule, helpful, harmful, neutral, used, status: 'active' };
  });
  return { description, tags, frontMatter, bullets: rules };
}
