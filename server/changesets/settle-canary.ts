/**
 * What the end of a canary does to its changeset: a candidate that was promoted becomes the skill's next version unless the skill
 * has moved on, any other end rejects it. Then whoever waited behind the canary has its turn.
 */
import { type CandidateText, type Ending, type ExperimentRecord, endCanary } from '../canary/index.ts';
import { endingBy } from '../domain/canary/status.ts';
import type { Bullet } from '../domain/skills/skill.ts';
import { type KnownSkill, readKnown, type SkillText, writeVersion } from '../library/index.ts';
import { afterCommit, type Tx } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { countDecided } from './count-changesets.ts';
import type { ChangesetRecord } from './records.ts';
import { releaseQueued } from './release-queued.ts';
import { settle, type Verdict } from './settle-changeset.ts';
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
  const { agentId, skillId, baseVersion, candidate } = experiment;
  const { tenant } = verdict;
  const details = { experiment: experiment.id };
  const [known] = await readKnown(tx, tenant, { agentId, ids: [skillId], names: [] });
  if (known === undefined || known.skill.version !== baseVersion) {
    const now =
      known === undefined ? 'is gone' : `moved from version ${baseVersion} to ${known.skill.version}`;
    const rejectionReason = `the candidate won, but skill ${known?.skill.name ?? skillId} ${now}`;
    return await settle(runtime, tx, { verdict, changeset, status: 'failed', rejectionReason, details });
  }
  const { source, id: changesetId, proposedBy: createdBy } = changeset;
  const origin = { source, changesetId, createdBy };
  const version = await writeVersion(runtime, tx, { tenant, known, text: textOf(candidate, known), origin });
  if (version === null) throw new ServiceError('conflict', 'skill is being changed');
  const appliedVersions = { [skillId]: version };
  return await settle(runtime, tx, { verdict, changeset, status: 'applied', appliedVersions, details });
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
