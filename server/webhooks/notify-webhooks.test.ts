/** What webhooks are told of changes, in their transactions. */

import { expect, it } from 'vitest';
import { createKey } from '../admin/keys/index.ts';
import type { Principal } from '../domain/principal.ts';
import { type EventMessage, WEBHOOK_EVENTS, type WebhookEvent } from '../domain/webhooks/event.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { reviewChangeset, undoDecisions } from '../skills/changesets/index.ts';
import { approveIt, proposeBetter, usedSkill } from '../testing/canary/canaries.ts';
import { say } from '../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { createWebhook } from './index.ts';

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
  },
  {
    SERVICE_AUTO_APPROVE_MEMORIES: 'false',
    SERVICE_HOLDOUT_RATE: '0',
  },
);
