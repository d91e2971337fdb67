/** Rehearsals through their job: what they find, that they change nothing else, and how they are ended. */

import { expect, it } from 'vitest';
import { createHandlers } from '../../../worker/tasks.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { reviewChangeset } from '../../skills/changesets/index.ts';
import { approveIt, proposeOps, SKILL_NAME, serve, usedSkill } from '../../testing/canary/canaries.ts';
import { eventually } from '../../testing/eventually.ts';
import { removeJobs, startWorker } from '../../testing/jobs/jobs.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { eraseUser } from '../erasure/index.ts';
import {
  cancelRehearsal,
  listRehearsals,
  readRehearsal,
  removeRehearsal,
  runRehearsals,
  startRehearsal,
} from './index.ts';

const HOUR_MS = 3_600_000;
const DAYS = { days: 30 };

const jobOf = ({ tenant }: Principal): Job<'rehearse'> => ({
  ...{ id: 'job_1', kind: 'rehearse', tenant, attempt: 1 },
});

const contextOf = ({ db }: TestRuntime): JobContext => ({
  signal: new AbortController().signal,
  commit: (work) => db.write(work),
});

async function rehearse(
  rt: TestRuntime,
  who: Principal,
  settings: Parameters<typeof startRehearsal>[2]['settings'],
) {
  rt.advance(HOUR_MS);
  const { id } = await startRehearsal(rt, who, { settings, ...DAYS });
  await runRehearsals(rt, jobOf(who), contextOf(rt));
  return await readRehearsal(rt, who, id);
}

const describing = (words: string): Operation[] => [
  { op: 'set_description', skill: SKILL_NAME, description: `Roll out a container image, ${words}` },
];

const adding = (content: string): Operation[] => [
  { op: 'add', skill: SKILL_NAME, section: 'steps', content, issue: '', keywords: [] },
];

const auditOf = async (rt: TestRuntime, { tenant }: Principal) => {
  const where = { tenant, action: { startsWith: 'rehearsal.' } };
  const rows = await clientOf(rt.db.read).auditEntry.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ action }) => action);
};

describeOnOne('a rehearsal', (runtime) => {
  it('says which changesets a stricter policy would have held, and what became of them', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await usedSkill(rt, who);
    rt.advance(HOUR_MS);
    const applied = await proposeOps(rt, who, adding('Check the quota of the cluster'));
    rt.advance(HOUR_MS);
    const high = await proposeOps(rt, who, describing('slowly'));
    await reviewChangeset(rt, who, { id: high, approve: false, comment: 'no' });
    const { result, summary } = await rehearse(rt, who, { auto_approve_low_risk: false });
    expect(result?.changesets).toMatchObject({ byPolicyBefore: 2, byPolicy: 1, newlyHeld: 1, unknown: [] });
    expect(result?.changesets.differences).toMatchObject([
      { changesetId: applied, was: 'applied', wouldBe: 'held', sentence: 'Check the quota of the cluster' },
    ]);
    expect(summary).toContain(
      '1 of 3 changesets of the last 30 days would have been approved without a person',
    );
  });

  it('claims nothing of what a reviewer amended, nor of what follows an earlier difference', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const skill = await usedSkill(rt, who);
    rt.advance(HOUR_MS);
    await proposeOps(rt, who, adding('Check the quota of the cluster'));
    rt.advance(HOUR_MS);
    await serve(rt, who);
    const { id: bullet } = await clientOf(rt.db.read).bullet.findFirstOrThrow({
      where: { tenant: who.tenant, skillId: skill },
    });
    const medium: Operation[] = [
      { op: 'update', skill: SKILL_NAME, bullet, content: 'Wait for the rollout' },
    ];
    rt.advance(HOUR_MS);
    const id = await proposeOps(rt, who, medium);
    const where = { tenant: who.tenant, id };
    await clientOf(rt.db.read).changeset.updateMany({ where, data: { originalOps: '[]' } });
    const { result } = await rehearse(rt, who, {
      auto_approve_low_risk: false,
      auto_approve_medium_risk: true,
    });
    expect(result?.changesets.unknown).toEqual([{ reason: 'amended', count: 1 }]);
    expect(result?.recalls).toMatchObject({
      read: 1,
      told: 0,
      unknown: [{ reason: 'other_library', count: 1 }],
    });
  });

  it('tells what would be tried by how often a skill was used then', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const skill = await usedSkill(rt, who, { uses: 30 });
    const { id: bullet } = await clientOf(rt.db.read).bullet.findFirstOrThrow({
      where: { tenant: who.tenant, skillId: skill },
    });
    rt.advance(HOUR_MS);
    await proposeOps(rt, who, [{ op: 'update', skill: SKILL_NAME, bullet, content: 'Wait for the rollout' }]);
    const tried = await rehearse(rt, who, { auto_approve_medium_risk: true });
    expect(tried.result?.changesets.differences).toMatchObject([
      { was: 'held', wouldBe: 'canary', fate: 'waiting' },
    ]);
    const settings = { auto_approve_medium_risk: true, canary_min_samples: 31 };
    const applied = await rehearse(rt, who, settings);
    expect(applied.result?.changesets.differences).toMatchObject([{ was: 'held', wouldBe: 'applied' }]);
    // Runs of somebody who was erased counted as uses: how many there were cannot be told any more.
    await eraseUser(rt, who, 'nobody');
    const open = await rehearse(rt, who, settings);
    expect(open.result?.changesets.unknown).toEqual([{ reason: 'skill_uses', count: 1 }]);
  });

  it('changes nothing but its own row, with one entry for its start and one for its end', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await usedSkill(rt, who);
    await approveIt(rt, who, await proposeOps(rt, who, describing('gently')));
    await serve(rt, who, { session_id: 's', user_id: 'u' });
    const rows = async () => {
      const { skill, changeset, experiment, recall, knowledgeRevision, experimentAssignment } = clientOf(
        rt.db.read,
      );
      const where = { tenant: who.tenant };
      return await Promise.all([
        ...[skill.findMany({ where }), changeset.findMany({ where }), experiment.findMany({ where })],
        ...[recall.findMany({ where }), knowledgeRevision.findMany({ where })],
        experimentAssignment.findMany({ where }),
      ]);
    };
    const before = await rows();
    const { id, status } = await rehearse(rt, who, {
      canary_floor: 0.3,
      recall_min_score: 0.9,
      holdout_rate: 1,
    });
    expect(status).toBe('done');
    // Once more, as after a worker's death: it has ended and stays as it is.
    await runRehearsals(rt, jobOf(who), contextOf(rt));
    expect(await rows()).toEqual(before);
    expect(await auditOf(rt, who)).toEqual(['rehearsal.started', 'rehearsal.ended']);
    const stored = await clientOf(rt.db.read).rehearsal.findFirstOrThrow({
      where: { tenant: who.tenant, id },
    });
    expect(stored.result).not.toContain('"u"');
  });

  it('is done by a worker, listed, and removed', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await removeJobs(rt);
    await startWorker(rt, createHandlers(rt));
    const { id } = await startRehearsal(rt, who, { settings: { recall_max_skills: 1 }, ...DAYS });
    await eventually('it is done', async () => (await readRehearsal(rt, who, id)).status === 'done');
    const { items } = await listRehearsals(rt, who, { cursor: null, limit: 10 });
    expect(items).toMatchObject([{ id, status: 'done', summary: 'No recall was recorded in this period.' }]);
    await expect(readRehearsal(rt, freshPrincipal(), id)).rejects.toMatchObject({ kind: 'not_found' });
    await removeRehearsal(rt, who, id);
    await expect(readRehearsal(rt, who, id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('stops after its batch once it is cancelled', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await usedSkill(rt, who);
    rt.advance(HOUR_MS);
    const { id } = await startRehearsal(rt, who, { settings: {}, ...DAYS });
    const { signal, commit } = contextOf(rt);
    let commits = 0;
    await runRehearsals(rt, jobOf(who), {
      signal,
      async commit(work) {
        commits += 1;
        if (commits === 2) await cancelRehearsal(rt, who, id);
        return await commit(work);
      },
    });
    expect(commits).toBe(2);
    expect(await readRehearsal(rt, who, id)).toMatchObject({ status: 'cancelled', result: null });
    await expect(cancelRehearsal(rt, who, id)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await auditOf(rt, who)).toEqual(['rehearsal.started', 'rehearsal.cancelled']);
  });

  it('is refused where its settings contradict each other, or too many wait', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const settings = { canary_min_samples: 50, canary_max_samples: 10 };
    await expect(startRehearsal(rt, who, { settings, ...DAYS })).rejects.toMatchObject({ kind: 'invalid' });
    for (let open = 0; open < 5; open += 1) await startRehearsal(rt, who, { settings: {}, ...DAYS });
    await expect(startRehearsal(rt, who, { settings: {}, ...DAYS })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});
