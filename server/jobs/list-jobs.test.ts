import { beforeEach, expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { authorSkill } from '../skills/index.ts';
import { eventually } from '../testing/eventually.ts';
import { openJobs, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { skillIn } from '../testing/samples/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { countWaitingJobs, enqueueJobs, listFailedJobs, retryAllJobs, retryJob } from './index.ts';

/** Lets one job of each agent fail for good, one after the other. */
async function fail(rt: TestRuntime, { tenant }: Principal, ...agents: string[]): Promise<void> {
  const worker = await startWorker(rt, {
    reflect: ({ agentId }) => Promise.reject(new Error(`error of ${agentId}`)),
  });
  for (const agentId of agents) {
    await rt.db.write((tx) => enqueueJobs(rt, tx, [{ kind: 'reflect', tenant, agentId }]));
    await eventually('it has failed', async () =>
      (await openJobs(rt, tenant)).some((job) => job.agentId === agentId && job.status === 'failed'),
    );
    rt.advance(1);
  }
  await worker.stop(0);
}

describeOnBoth(
  'failed jobs',
  (runtime) => {
    beforeEach(() => removeJobs(runtime()));

    it('are listed with their last error, those that failed last first, in pages', async () => {
      const rt = runtime();
      const principal = freshPrincipal();
      await fail(rt, principal, 'a', 'b', 'c');
      const { items, nextCursor } = await listFailedJobs(rt, principal, { limit: 2 });
      expect(items).toMatchObject([
        { kind: 'reflect', payload: { agentId: 'c' }, attempts: 1, lastError: 'Error: error of c' },
        { payload: { agentId: 'b' } },
      ]);
      const second = await listFailedJobs(rt, principal, { limit: 2, cursor: nextCursor });
      expect(second.items).toMatchObject([{ payload: { agentId: 'a' } }]);
      expect((await listFailedJobs(rt, freshPrincipal(), { limit: 2 })).items).toEqual([]);
    });

    it('are retried all at once, each with its own audit entry, in their own tenant only', async () => {
      const rt = runtime();
      const [mine, theirs] = [freshPrincipal(), freshPrincipal()];
      await fail(rt, mine, 'a', 'b', 'c');
      await fail(rt, theirs, 'a');
      expect(await retryAllJobs(rt, mine)).toEqual({ retried: 3, more: false });
      expect(await retryAllJobs(rt, mine)).toEqual({ retried: 0, more: false });
      expect((await listAudit(rt, mine, 10)).map(({ action }) => action)).toEqual([
        'job.retried',
        'job.retried',
        'job.retried',
      ]);
      expect((await listFailedJobs(rt, theirs, { limit: 10 })).items).toHaveLength(1);
    });

    it('run again when they are retried, with all attempts, which is audited', async () => {
      const rt = runtime();
      const principal = freshPrincipal();
      await fail(rt, principal, 'bot');
      const [failed] = (await listFailedJobs(rt, principal, { limit: 10 })).items;
      const id = failed?.id ?? '';
      await retryJob(rt, principal, id);
      expect((await listFailedJobs(rt, principal, { limit: 10 })).items).toEqual([]);
      const seen: unknown[] = [];
      await startWorker(rt, {
        reflect: (job) => Promise.resolve(void seen.push([job.id, job.attempt])),
      });
      await eventually('it runs', () => seen.length > 0);
      expect(seen).toEqual([[id, 1]]);
      expect(await listAudit(rt, principal, 10)).toMatchObject([
        {
          action: 'job.retried',
          actor: principal.actor,
          resource: `job:${id}`,
          details: { kind: 'reflect', agent_id: 'bot', attempts: 1 },
        },
      ]);
    });

    it('are retried once, no matter who asks, and only in their own tenant', async () => {
      const rt = runtime();
      const principal = freshPrincipal();
      await fail(rt, principal, 'bot');
      const [failed] = (await listFailedJobs(rt, principal, { limit: 10 })).items;
      const id = failed?.id ?? '';
      await expect(retryJob(rt, freshPrincipal(), id)).rejects.toThrow('job not found');
      const tries = await Promise.allSettled([retryJob(rt, principal, id), retryJob(rt, principal, id)]);
      expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(retryJob(rt, principal, id)).rejects.toThrow('job not found');
      expect(await openJobs(rt, principal.tenant)).toMatchObject([{ status: 'pending', attempts: 0 }]);
      expect(await listAudit(rt, principal, 10)).toHaveLength(1);
    });
  },
  { SERVICE_JOB_MAX_ATTEMPTS: '1' },
);

describeOnBoth('the jobs that wait', (runtime) => {
  it('are counted in their own tenant, evolutions among them', async () => {
    const rt = runtime();
    const [mine, theirs] = [freshPrincipal(), freshPrincipal()];
    const { skill_id: skillId } = await authorSkill(rt, mine, skillIn());
    const before = await countWaitingJobs(rt, mine);
    const { tenant } = mine;
    await rt.db.write((tx) =>
      enqueueJobs(rt, tx, [
        { kind: 'reflect', tenant, agentId: 'bot', delayMs: 3_600_000 },
        { kind: 'evolve', tenant, agentId: 'bot', skillId: skillId ?? '', delayMs: 3_600_000 },
        { kind: 'curate', tenant: theirs.tenant, agentId: 'bot', delayMs: 3_600_000 },
      ]),
    );
    expect(await countWaitingJobs(rt, mine)).toBe(before + 2);
    expect(await countWaitingJobs(rt, theirs)).toBe(1);
    expect(await countWaitingJobs(rt, freshPrincipal())).toBe(0);
  });
});
