/** What webhooks are told of: changes in their transactions, and what time brings. */

import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { DAY_MS } from '../../domain/time.ts';
import { type EventMessage, WEBHOOK_EVENTS, type WebhookEvent } from '../../domain/webhooks/event.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { learningFaults } from '../../platform/faults/store.ts';
import { amendChangeset, reviewChangeset, undoDecisions } from '../../skills/changesets/index.ts';
import { stopCanary } from '../../skills/index.ts';
import {
  approveIt,
  proposeBetter,
  proposeOps,
  runningCanary,
  SKILL_NAME,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { eventually } from '../../testing/eventually.ts';
import { openJobs, pass, removeJobs, startWorker } from '../../testing/jobs/jobs.ts';
import { say } from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { createWebhook } from '../../webhooks/index.ts';
import { createKey } from '../keys/index.ts';
import { remindTenant } from './index.ts';

const HOUR_MS = 3_600_000;
const TAKEN_BACK = 'its rejection was taken back';

async function subscribe(rt: TestRuntime, who: Principal, events: readonly WebhookEvent[]): Promise<void> {
  await createWebhook(rt, who, { url: 'https://hooks.example.com/x', events: [...events], form: 'json' });
}

/** What the tenant's webhooks were told, in order. */
async function told(rt: TestRuntime, { tenant }: Principal): Promise<EventMessage[]> {
  const rows = await clientOf(rt.db.read).webhookDelivery.findMany({
    where: { tenant },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ payload }) => JSON.parse(payload) as EventMessage);
}

const typesOf = (messages: readonly EventMessage[]) => messages.map(({ type }) => type);

describeOnOne(
  'what webhooks are told',
  (runtime) => {
    it('is each step of a change, with what it says and where it is decided', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await usedSkill(rt, who, { uses: 0 });
      await subscribe(rt, who, WEBHOOK_EVENTS);
      const id = await proposeBetter(rt, who);
      await approveIt(rt, who, id);
      const [pending, applied, ...more] = await told(rt, who);
      expect(more).toEqual([]);
      expect(pending).toMatchObject({
        type: 'changeset.pending',
        data: {
          ...{ changeset_id: id, agent_id: 'default', risk: 'high', skills: ['kubernetes-rollout'] },
          sentence: 'Look at the dashboards carefully before and after the rollout',
          url: expect.stringMatching(new RegExp(`^http.*/changesets/${id}$`)),
        },
      });
      expect(applied).toMatchObject({ type: 'changeset.applied', data: { changeset_id: id } });
    });

    it('is the beginning and the end of a canary', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await subscribe(rt, who, WEBHOOK_EVENTS);
      const { experimentId } = await runningCanary(rt, who);
      await stopCanary(rt, who, experimentId);
      expect(typesOf(await told(rt, who)).slice(-3)).toEqual([
        'changeset.pending',
        'canary.started',
        'canary.rejected',
      ]);
    });

    it('is a held memory, without its text and its user, and a new key, without the key', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await subscribe(rt, who, ['memory.pending', 'key.created']);
      const { id, status } = await say(rt, who, 'Anna prefers tea in the morning', { user_id: 'anna' });
      expect(status).toBe('pending');
      const { key } = await createKey(rt, who, { name: 'ci', scopes: ['learn'] });
      const messages = await told(rt, who);
      expect(messages).toMatchObject([{ data: { memory_id: id } }, { data: { name: 'ci' } }]);
      for (const secret of ['tea', 'anna', 'Anna', key])
        expect(JSON.stringify(messages)).not.toContain(secret);
    });

    it('is a change that waits again, once for each time that its decision is taken back', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await usedSkill(rt, who, { uses: 0 });
      const id = await proposeBetter(rt, who);
      await subscribe(rt, who, ['changeset.pending']);
      for (const times of [1, 2]) {
        await reviewChangeset(rt, who, { id, approve: false, comment: 'by mistake' });
        await undoDecisions(rt, who, [id]);
        // Too late: it waits already.
        await undoDecisions(rt, who, [id]);
        const again = { type: 'changeset.pending', data: { changeset_id: id, reason: TAKEN_BACK } };
        expect(await told(rt, who)).toMatchObject(Array.from({ length: times }, () => again));
      }
    });

    it('is a change of high risk, once, also where a reviewer’s wording makes it one', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const skillId = await usedSkill(rt, who);
      await subscribe(rt, who, ['digest']);
      const { id: bullet } = await clientOf(rt.db.read).bullet.findFirstOrThrow({
        where: { tenant: who.tenant, skillId },
      });
      const mild: Operation = { op: 'update', skill: SKILL_NAME, bullet, content: 'Wait for the rollout' };
      const bold: Operation = { op: 'set_description', skill: SKILL_NAME, description: 'Roll out at once' };
      const id = await proposeOps(rt, who, [mild]);
      expect(await told(rt, who)).toEqual([]);
      for (const op of [bold, mild, bold]) {
        await amendChangeset(rt, who, { id, ops: [op], comment: null });
      }
      expect(await told(rt, who)).toMatchObject([
        {
          type: 'changeset.pending',
          data: { changeset_id: id, risk: 'high', reason: expect.stringContaining('high risk now') },
        },
      ]);
    });

    it('is at once what is of high risk, also where only the digest is wanted', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await usedSkill(rt, who);
      await subscribe(rt, who, ['digest']);
      await proposeBetter(rt, who);
      expect(typesOf(await told(rt, who))).toEqual(['changeset.pending']);
    });

    it('is once a day what has waited too long, and once what keeps failing or is used up', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await removeJobs(rt);
      const { tenant } = who;
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      await subscribe(rt, who, ['digest', 'learning.failing', 'budget.exceeded']);
      const now = rt.clock();
      await rt.db.write((tx) => learningFaults(tx, tenant).add('model', 'no answer', now));
      const { usageDay } = clientOf(rt.db.read);
      const day = now.toISOString().slice(0, 10);
      const tokens = { inputTokens: 900, outputTokens: 200 };
      await usageDay.create({ data: { tenant, day, purpose: 'reflect', calls: 1, ...tokens } });
      await startWorker(rt, { remind: (job, context) => remindTenant(rt, job, context) });
      const look = async () => {
        await eventually('it has looked', async () =>
          (await openJobs(rt, tenant)).some(
            ({ kind, dueInMs }) => kind === 'remind' && (dueInMs ?? 0) > 1000,
          ),
        );
        return await told(rt, who);
      };
      /** Lets so much time pass, and the job look again. */
      const lookAfter = async (ms: number) => {
        if (rt.db.dialect === 'postgresql') rt.advance(ms);
        const before = (await openJobs(rt, tenant)).find(({ kind }) => kind === 'remind')?.dueInMs ?? 0;
        await pass(rt, ms);
        expect(before).toBeLessThan(ms);
        return await look();
      };
      expect(await look()).toMatchObject([{ type: 'budget.exceeded', data: { tokens: 1100, limit: 1000 } }]);
      expect(typesOf(await lookAfter(HOUR_MS))).toEqual(['budget.exceeded', 'learning.failing']);
      const [, , digest, ...rest] = await lookAfter(DAY_MS);
      expect(rest).toEqual([]);
      expect(digest).toMatchObject({
        type: 'digest',
        data: {
          ...{ hours: 24, changesets: 1, memories: 0 },
          waiting: [{ changeset_id: id, risk: 'high', url: expect.stringContaining(`/changesets/${id}`) }],
        },
      });
      expect(await lookAfter(HOUR_MS)).toHaveLength(3);
      expect(typesOf(await lookAfter(DAY_MS)).slice(3)).toEqual(['digest']);
    });

    it('is what has waited too long also where the job that looks for it had failed for good', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await removeJobs(rt);
      await usedSkill(rt, who);
      await proposeBetter(rt, who);
      await subscribe(rt, who, ['digest']);
      const failing = await startWorker(rt, { remind: () => Promise.reject(new Error('no memory left')) });
      await eventually('it has failed for good', async () => {
        const job = (await openJobs(rt, who.tenant)).find(({ kind }) => kind === 'remind');
        if (job?.dueInMs !== null && job?.dueInMs !== undefined && job.dueInMs > 0)
          await pass(rt, job.dueInMs);
        return job?.status === 'failed';
      });
      await failing.stop(0);
      rt.advance(2 * DAY_MS);
      await startWorker(rt, { remind: (job, context) => remindTenant(rt, job, context) });
      const [first] = await eventually('something is told', async () => {
        const messages = await told(rt, who);
        return messages.length > 0 && messages;
      });
      expect(first).toMatchObject({ type: 'digest', data: { changesets: 1 } });
    });
  },
  {
    SERVICE_DAILY_TOKEN_BUDGET: '1000',
    SERVICE_AUTO_APPROVE_MEMORIES: 'false',
    SERVICE_HOLDOUT_RATE: '0',
    SERVICE_JOB_LEASE_SECONDS: '86400',
  },
);
