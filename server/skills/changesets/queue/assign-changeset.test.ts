/** Who reviews what, and what waits for whom. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { clientOf } from '../../../platform/db/prisma.ts';
import { describeOnOne, freshPrincipal } from '../../../testing/test-runtime.ts';
import { createWebhook } from '../../../webhooks/index.ts';
import {
  assignChangeset,
  commentChangeset,
  getChangeset,
  listQueue,
  proposeChangesets,
  reviewChangeset,
  reviewMany,
  summarizeQueue,
  undoDecisions,
} from '../index.ts';

const ANY = { agentId: null, source: null, risk: null, finding: null, skillId: null, text: null };
const SETTINGS = { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_CANARY_ENABLED: 'false' };

describeOnOne(
  'working on the queue together',
  (runtime) => {
    const propose = async ({ tenant }: Principal, name: string): Promise<string> => {
      const [changeset] = await proposeChangesets(runtime(), tenant, {
        ...{ agentId: 'default', rationale: 'Runs failed', source: 'reflection', episodeIds: [] },
        ...{ proposedBy: 'system:reflection', baselineScore: null, evalScore: null },
        ops: [{ op: 'create_skill', name, description: `How to ${name}`, tags: [], bullets: [] }],
      });
      runtime().advance(1000);
      return changeset?.id ?? 'nothing';
    };
    const pair = (): [Principal, Principal] => {
      const ada = freshPrincipal();
      return [
        { ...ada, actor: 'oidc:ada' },
        { ...ada, actor: 'key:bob' },
      ];
    };
    const personOf = ({ actor }: Principal) => ({ actor, name: actor.split(':')[1] ?? actor });
    const waiting = async (who: Principal, more: object = { waitingFor: who.actor }) => {
      const filter = { ...ANY, ...more };
      const page = { tab: 'all', order: null, cursor: null, limit: 50 } as const;
      return (await listQueue(runtime(), who, { ...page, filter })).items.map(({ id }) => id);
    };
    const count = async (who: Principal) =>
      (await summarizeQueue(runtime(), who, { filter: ANY, since: new Date(0) })).waitingForViewer;
    const assignmentOf = async (who: Principal, id: string) =>
      (await getChangeset(runtime(), who, id)).assignment;

    it('shows who claimed, who was assigned and by whom, and audits each change once', async () => {
      const [ada, bob] = pair();
      const id = await propose(ada, 'deploy');
      const { assignment } = await assignChangeset(runtime(), ada, {
        id,
        assignee: personOf(ada),
        previous: null,
      });
      expect(assignment).toEqual({
        ...{ assignee: 'oidc:ada', assignedBy: 'oidc:ada' },
        assignedAt: runtime().clock().toISOString(),
      });
      await assignChangeset(runtime(), ada, { id, assignee: personOf(ada) });
      await assignChangeset(runtime(), bob, { id, assignee: personOf(bob), previous: ada.actor });
      await assignChangeset(runtime(), bob, { id, assignee: personOf(ada) });
      expect(await assignmentOf(ada, id)).toMatchObject({ assignee: 'oidc:ada', assignedBy: 'key:bob' });
      await assignChangeset(runtime(), ada, { id, assignee: null });
      expect(await assignmentOf(ada, id)).toBeNull();
      const audit = (await listAudit(runtime(), ada, 5)).map(({ action, details }) => [action, details]);
      expect(audit.slice(0, 2)).toEqual([
        ['changeset.released', { before: 'oidc:ada' }],
        ['changeset.assigned', { assignee: 'oidc:ada', before: 'key:bob' }],
      ]);
      expect(audit).toHaveLength(5);
    });

    it('refuses a claim on what somebody else has claimed since it was read, and on what is decided', async () => {
      const [ada, bob] = pair();
      const id = await propose(ada, 'deploy');
      const claims = [ada, bob].map((who) =>
        assignChangeset(runtime(), who, { id, assignee: personOf(who), previous: null }),
      );
      const settled = await Promise.allSettled(claims);
      expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await reviewChangeset(runtime(), bob, { id, approve: false, comment: 'no' });
      await expect(assignChangeset(runtime(), ada, { id, assignee: null })).rejects.toThrow(
        'changeset is rejected',
      );
      const unknown = assignChangeset(runtime(), freshPrincipal(), { id, assignee: null });
      await expect(unknown).rejects.toThrow('changeset not found');
    });

    it('ends with a decision of anybody, alone or among many, and comes back where that is undone', async () => {
      const [ada, bob] = pair();
      const ids = [await propose(ada, 'one'), await propose(ada, 'two')];
      for (const id of ids) await assignChangeset(runtime(), ada, { id, assignee: personOf(ada) });
      expect([await waiting(ada), await count(ada), await waiting(bob)]).toEqual([ids.toReversed(), 2, []]);
      const decisions = ids.map((id) => ({ id, expect: null }));
      await reviewMany(runtime(), bob, { decisions, approve: false, comment: 'no' });
      expect([await waiting(ada), await assignmentOf(ada, ids[0] ?? '')]).toEqual([[], null]);
      await undoDecisions(runtime(), bob, ids.slice(0, 1));
      expect([await waiting(ada), await count(ada)]).toEqual([ids.slice(0, 1), 1]);
      expect(await assignmentOf(ada, ids[0] ?? '')).toMatchObject({ assignee: 'oidc:ada' });
    });

    it('tells webhooks whom others have assigned or mentioned, and nothing that a comment says', async () => {
      const [ada, bob] = pair();
      const events = ['changeset.assigned', 'changeset.mentioned'] as const;
      const hook = {
        name: 'chat',
        url: 'https://hooks.example.com/x',
        events: [...events],
        form: 'json' as const,
      };
      const { id: webhookId } = await createWebhook(runtime(), ada, hook);
      const id = await propose(ada, 'deploy');
      await assignChangeset(runtime(), ada, { id, assignee: personOf(ada) });
      await assignChangeset(runtime(), ada, { id, assignee: personOf(bob) });
      await assignChangeset(runtime(), ada, { id, assignee: null });
      await commentChangeset(runtime(), ada, { id, text: 'a private remark' });
      const comment = '@bob private';
      await reviewChangeset(runtime(), ada, { id, approve: false, comment, mentions: [personOf(bob)] });
      const rows = clientOf(runtime().db.read).webhookDelivery;
      const sent = await rows.findMany({ where: { webhookId }, orderBy: { id: 'asc' } });
      const told = sent.map(({ event, payload }) => [event, JSON.parse(payload).data.reason]);
      expect(told).toEqual([
        ['changeset.assigned', 'assigned to bob'],
        ['changeset.mentioned', 'a comment mentions bob'],
      ]);
      expect(JSON.stringify(sent)).not.toContain('private');
    });

    it('tells what is assigned to nobody', async () => {
      const [ada] = pair();
      const ids = [await propose(ada, 'one'), await propose(ada, 'two'), await propose(ada, 'three')];
      await assignChangeset(runtime(), ada, { id: ids[0] ?? '', assignee: personOf(ada) });
      await reviewChangeset(runtime(), ada, { id: ids[1] ?? '', approve: false, comment: null });
      expect(await waiting(ada, { unassigned: true })).toEqual(ids.slice(2));
    });

    it('waits for who is mentioned, in any status, until they comment or decide', async () => {
      const [ada, bob] = pair();
      const ids = [await propose(ada, 'one'), await propose(ada, 'two')];
      const mentioning = { text: '@bob and @bob again', mentions: [personOf(bob)] };
      for (const id of ids) {
        await commentChangeset(runtime(), ada, { id, ...mentioning });
        await commentChangeset(runtime(), ada, { id, ...mentioning });
      }
      await reviewChangeset(runtime(), ada, { id: ids[1] ?? '', approve: false, comment: 'no' });
      expect([await waiting(bob), await count(bob), await count(ada)]).toEqual([ids.toReversed(), 2, 0]);
      const page = { tab: 'all', order: null, cursor: null, limit: 50, filter: ANY } as const;
      const marks = async (who: Principal) =>
        (await listQueue(runtime(), who, page)).items.map(({ mentionsViewer }) => mentionsViewer);
      expect([await marks(bob), await marks(ada)]).toEqual([
        [true, true],
        [false, false],
      ]);
      const reply = { id: ids[1] ?? '', text: '@ada done', mentions: [personOf(ada)] };
      await commentChangeset(runtime(), bob, reply);
      expect([await waiting(bob), await waiting(ada)]).toEqual([ids.slice(0, 1), ids.slice(1)]);
      const decision = {
        id: ids[0] ?? '',
        approve: true,
        comment: '@ada it is in',
        mentions: [personOf(ada)],
      };
      await reviewChangeset(runtime(), bob, decision);
      expect([await waiting(bob), await count(ada)]).toEqual([[], 2]);
      const [applied] = (await listAudit(runtime(), ada, 10)).filter(
        ({ action }) => action === 'changeset.applied',
      );
      expect(applied?.details).toMatchObject({ mentions: ['oidc:ada'] });
    });
  },
  SETTINGS,
);
