import { expect, it } from 'vitest';
import { MemoryIn } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { RecallRequest, type RecallResponse } from '../domain/recall/recall.ts';
import { addMemory, approveMemory, deleteMemory } from '../memories/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { putMemories, putSkill } from '../testing/knowledge-rows.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { explainRecall, findRecall, recall } from './index.ts';

const WITHOUT_HOLDOUT = { SERVICE_HOLDOUT_RATE: '0' };

const ask = (
  runtime: TestRuntime,
  who: Principal,
  query: string,
  more: object = {},
): Promise<RecallResponse> => recall(runtime, who, RecallRequest.parse({ query, ...more }));

const remember = (runtime: TestRuntime, who: Principal, content: string, more: object = {}) =>
  addMemory(runtime, who, MemoryIn.parse({ content, ...more }));

const of = (user: string | null, agent = 'default') => ({ scope: { agent_id: agent, user_id: user } });

const names = (refs: { name: string }[]) => refs.map(({ name }) => name);
const texts = ({ memories }: RecallResponse) => memories.map(({ content }) => content);

const KUBERNETES = {
  id: 'sk_k8s',
  name: 'kubernetes-rollout',
  description: 'Roll out a new container image to a Kubernetes cluster with a canary deployment',
  rules: { bl_k1: 'Run kubectl rollout status and wait for it', bl_k2: 'Keep the previous replica set' },
};
const INVOICE = {
  id: 'sk_inv',
  name: 'invoice-reconciliation',
  description: 'Reconcile supplier invoices with purchase orders in the ledger',
  rules: { bl_i1: 'Match the purchase order number first' },
};
const ROLLOUT = 'Roll out the new container image to our Kubernetes cluster with a canary deployment';

describeOnBoth(
  'a recall',
  (runtime) => {
    it('serves the skill that fits the task in full, and explains itself', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      await putSkill(rt, who.tenant, INVOICE);
      const reply = await ask(rt, who, ROLLOUT, { session_id: 's1' });
      expect(reply).toMatchObject({
        skills: [
          {
            id: 'sk_k8s',
            name: 'kubernetes-rollout',
            version: 1,
            arm: null,
            bullets: [
              { id: 'bl_k1', section: 'steps', content: 'Run kubectl rollout status and wait for it' },
              { id: 'bl_k2' },
            ],
          },
        ],
        skill_index: [],
        memories: [],
        profile: null,
        holdout: false,
      });
      expect(reply.skills[0]?.score).toBeGreaterThanOrEqual(rt.config.recall.minScore);
      expect(reply.instructions).toContain('- [bl_k1] Run kubectl rollout status and wait for it');
      const explained = await explainRecall(rt, who, reply.recall_id);
      expect(explained).toMatchObject({
        agent_id: 'default',
        user_id: null,
        session_id: 's1',
        query: ROLLOUT,
      });
      expect(explained.skills[0]).toMatchObject({ id: 'sk_k8s', served: true, reason: 'served', arm: null });
      expect(explained.skills[0]?.parts).toHaveProperty('lexical');
      expect(await findRecall(rt.db.read, who.tenant, reply.recall_id)).toMatchObject({
        applied: true,
        skills: [{ id: 'sk_k8s', version: 1, served: true, bullets: ['bl_k1', 'bl_k2'] }],
      });
    });

    it('is empty when nothing applies', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      const reply = await ask(rt, who, 'Which wine goes with grilled salmon?');
      expect(reply).toMatchObject({
        instructions: '',
        skills: [],
        skill_index: [],
        memories: [],
        profile: null,
      });
      const found = await findRecall(rt.db.read, who.tenant, reply.recall_id);
      expect(found?.applied).toBe(false);
    });

    it('drops skills below the minimum, serves the best in full and names the next in the index', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      for (const place of ['berlin', 'lisbon', 'oslo', 'prague', 'turin']) {
        await putSkill(rt, who.tenant, {
          id: `sk_${place}`,
          name: `payroll-export-${place}`,
          description: `Export the payroll of the ${place} office to the accounting system`,
          rules: { [`bl_${place}`]: `Check the ${place} calendar` },
        });
      }
      const task = 'Export the payroll of the Lisbon office to the accounting system';
      const reply = await ask(rt, who, task, { max_skills: 2 });
      expect(names(reply.skills)[0]).toBe('payroll-export-lisbon');
      expect([reply.skills.length, reply.skill_index.length]).toEqual([2, 3]);
      expect(reply.skill_index.map(({ bullets }) => bullets)).toEqual([null, null, null]);
      expect(reply.instructions).toContain(`- ${reply.skill_index[0]?.name}: Export the payroll`);
      const none = await ask(rt, who, task, { max_skills: 0 });
      expect([none.skills.length, none.skill_index.length]).toEqual([0, 5]);
      const explained = await explainRecall(rt, who, reply.recall_id);
      expect(explained.skills.map(({ reason }) => reason)).toEqual([
        'served',
        'served',
        'index',
        'index',
        'index',
      ]);
    });

    it('knows shared skills, and prefers the agent’s own of the same name while it may be served', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, { ...KUBERNETES, id: 'sk_shared', agentId: '*', rules: {} });
      expect((await ask(rt, who, ROLLOUT, of(null, 'a'))).skills.map(({ id }) => id)).toEqual(['sk_shared']);
      await putSkill(rt, who.tenant, { ...KUBERNETES, id: 'sk_own', agentId: 'a', rules: {} });
      expect((await ask(rt, who, ROLLOUT, of(null, 'a'))).skills.map(({ id }) => id)).toEqual(['sk_own']);
      expect((await ask(rt, who, ROLLOUT, of(null, 'b'))).skills.map(({ id }) => id)).toEqual(['sk_shared']);
      await putSkill(rt, who.tenant, {
        ...KUBERNETES,
        id: 'sk_own',
        agentId: 'a',
        rules: {},
        status: 'archived',
      });
      expect((await ask(rt, who, ROLLOUT, of(null, 'a'))).skills.map(({ id }) => id)).toEqual(['sk_shared']);
      expect((await ask(rt, freshPrincipal(), ROLLOUT, of(null, 'a'))).skills).toEqual([]);
    });

    it('serves active and stale skills only', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      for (const [status, served] of [
        ['stale', 1],
        ['archived', 0],
        ['active', 1],
        ['deprecated', 0],
      ] as const) {
        await putSkill(rt, who.tenant, { ...KUBERNETES, status });
        expect((await ask(rt, who, ROLLOUT)).skills, status).toHaveLength(served);
      }
    });

    it('takes an empty query: no skill, the newest memories', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      await putMemories(rt, who.tenant, { texts: ['The first', 'The second'] });
      await putMemories(rt, who.tenant, { texts: ['Of the user'], userId: 'u1' });
      const reply = await ask(rt, who, ' \n', { ...of('u1'), max_memories: 2 });
      expect(texts(reply)).toEqual(['Of the user', 'The second']);
      expect(reply).toMatchObject({ skills: [], skill_index: [] });
      expect(texts(await ask(rt, who, '', { max_memories: 0 }))).toEqual([]);
    });

    it('stores the query redacted, logs nothing of it and counts', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      const count = async (name: string) =>
        (await rt.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
      const before = (await count('service_recalls_total'))[0]?.value ?? 0;
      const reply = await ask(rt, who, `${ROLLOUT} and tell jane@example.com`);
      expect((await explainRecall(rt, who, reply.recall_id)).query).toBe(`${ROLLOUT} and tell [EMAIL]`);
      expect(JSON.stringify(rt.lines)).not.toContain('Kubernetes');
      expect((await count('service_recalls_total'))[0]?.value).toBe(before + 1);
      expect(await count('service_recall_skills')).not.toEqual([]);
    });

    it('is explained to its own tenant only', async () => {
      const rt = runtime();
      const { recall_id: id } = await ask(rt, freshPrincipal(), 'anything');
      const missing = { kind: 'not_found', detail: 'recall not found' };
      await expect(explainRecall(rt, freshPrincipal(), id)).rejects.toMatchObject(missing);
      await expect(explainRecall(rt, freshPrincipal(), 'rc_unknown')).rejects.toMatchObject(missing);
      expect(await findRecall(rt.db.read, freshPrincipal().tenant, id)).toBeNull();
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnBoth(
  'the memories of a recall',
  (runtime) => {
    it('are the user’s own and those about no user, never another user’s', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putMemories(rt, who.tenant, { texts: ['The office wifi password rotates monthly'] });
      await putMemories(rt, who.tenant, {
        texts: ['Ada keeps her office plants by the window'],
        userId: 'ada',
      });
      await putMemories(rt, who.tenant, { texts: ['Bob shares his office with Carol'], userId: 'bob' });
      await putMemories(rt, who.tenant, { texts: ['The office of the other agent'], agentId: 'other' });
      const query = 'Tell me about the office';
      expect(texts(await ask(rt, who, query, of('ada'))).sort()).toEqual([
        'Ada keeps her office plants by the window',
        'The office wifi password rotates monthly',
      ]);
      expect(texts(await ask(rt, who, query))).toEqual(['The office wifi password rotates monthly']);
      expect(texts(await ask(rt, freshPrincipal(), query, of('ada')))).toEqual([]);
    });

    it('are ranked, bounded by max_memories, and named in the instructions', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putMemories(rt, who.tenant, {
        texts: [
          'The warehouse in Rotterdam closes at six',
          'The warehouse has a loading bay',
          'Lunch is at noon',
        ],
      });
      const reply = await ask(rt, who, 'When does the Rotterdam warehouse close?', { max_memories: 1 });
      expect(texts(reply)).toEqual(['The warehouse in Rotterdam closes at six']);
      expect(reply.memories[0]?.score).toBeGreaterThan(0);
      expect(reply.instructions).toContain(`[${reply.memories[0]?.id}]`);
      const { memories } = await explainRecall(rt, who, reply.recall_id);
      expect(memories.slice(0, 2)).toMatchObject([
        { id: reply.memories[0]?.id, served: true, reason: 'served' },
        { served: false, reason: 'beyond_limit' },
      ]);
    });

    it('are never pending ones, and are there in the next recall after a release, gone after a removal', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await remember(rt, who, 'The staging database runs on port 5433');
      const query = 'On which port does the staging database run?';
      const first = texts(await ask(rt, who, query));
      const held = await remember(rt, who, 'The staging database now runs on port 6000');
      expect(texts(await ask(rt, who, query))).toEqual(first);
      await approveMemory(rt, who, held.id);
      expect(texts(await ask(rt, who, query))).toContain('The staging database now runs on port 6000');
      await deleteMemory(rt, who, held.id);
      expect(texts(await ask(rt, who, query))).toEqual(first);
    });

    it('are as of a moment those that were believed then, with the card of then', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const query = 'On which port does the staging database run?';
      const moments: string[] = [];
      const tick = () => {
        moments.push(rt.clock().toISOString());
        rt.advance(60_000);
      };
      tick();
      await remember(rt, who, 'The staging database runs on port 5433', of('u1'));
      tick();
      const held = await remember(rt, who, 'The staging database now runs on port 6000', of('u1'));
      await remember(rt, who, 'Wants short answers', { ...of('u1'), kind: 'preference' });
      tick();
      await approveMemory(rt, who, held.id);
      await clientOf(rt.db.read).memory.updateMany({
        where: { tenant: who.tenant, content: { contains: '5433' } },
        data: { status: 'superseded', closedAt: rt.clock(), invalidAt: rt.clock(), supersededBy: held.id },
      });
      tick();
      const at = async (as_of?: string) => {
        const reply = await ask(rt, who, query, { ...of('u1'), ...(as_of === undefined ? {} : { as_of }) });
        const ports = texts(reply).flatMap((text) => /\d{4}/.exec(text) ?? []);
        return [ports, reply.profile];
      };
      expect(await Promise.all(moments.map((moment) => at(moment)))).toEqual([
        [[], null],
        [['5433'], null],
        [['5433'], '- Wants short answers'],
        [['6000'], '- Wants short answers'],
      ]);
      expect(await at('2100-01-01T00:00:00Z')).toEqual(await at());
    });

    it('come with the profile where a user is given and it is not declined', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await remember(rt, who, 'Wants short answers', { ...of('u1'), kind: 'preference' });
      const reply = await ask(rt, who, 'Unrelated question about gardening', of('u1'));
      expect(reply.profile).toBe('- Wants short answers');
      expect(reply.instructions).toContain('### About the user\n\n- Wants short answers');
      expect((await ask(rt, who, 'x', { ...of('u1'), include_profile: false })).profile).toBeNull();
      expect((await ask(rt, who, 'x')).profile).toBeNull();
      expect((await ask(rt, who, 'x', of('u2'))).profile).toBeNull();
      expect((await explainRecall(rt, who, reply.recall_id)).profile).toBe('- Wants short answers');
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnBoth(
  'a recall in the holdout',
  (runtime) => {
    it('gets memories and profile but no skill and no index, and is told apart from one without a skill', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      await remember(rt, who, 'The Kubernetes cluster is called heron', of('u1'));
      await remember(rt, who, 'Wants short answers', { ...of('u1'), kind: 'preference' });
      const reply = await ask(rt, who, ROLLOUT, { ...of('u1'), session_id: 's' });
      expect(reply).toMatchObject({
        holdout: true,
        skills: [],
        skill_index: [],
        profile: '- Wants short answers',
      });
      expect(texts(reply)).toContain('The Kubernetes cluster is called heron');
      expect(reply.instructions).not.toContain('kubernetes-rollout');
      expect(await findRecall(rt.db.read, who.tenant, reply.recall_id)).toMatchObject({
        holdout: true,
        applied: true,
        skills: [{ id: 'sk_k8s', served: false, reason: 'holdout', bullets: [] }],
      });
      const other = await ask(rt, who, 'Which wine goes with grilled salmon?', { session_id: 's' });
      expect(await findRecall(rt.db.read, who.tenant, other.recall_id)).toMatchObject({
        holdout: true,
        applied: false,
      });
    });
  },
  { SERVICE_HOLDOUT_RATE: '1' },
);

describeOnBoth(
  'the holdout',
  (runtime) => {
    it('keeps a session on its side, whichever task it asks about', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const sides = new Map<string, Set<boolean>>();
      for (let at = 0; at < 60; at += 1) {
        const session_id = `s${at % 20}`;
        const { holdout } = await ask(rt, who, `task ${at}`, { session_id });
        sides.set(session_id, (sides.get(session_id) ?? new Set()).add(holdout));
      }
      expect([...sides.values()].every((seen) => seen.size === 1)).toBe(true);
      expect(new Set([...sides.values()].flatMap((seen) => [...seen]))).toEqual(new Set([true, false]));
    });
  },
  { SERVICE_HOLDOUT_RATE: '0.5' },
);

describeOnBoth(
  'recalls at the same time',
  (runtime) => {
    it('each get their own answer, and all are recorded', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      const users = Array.from({ length: 64 }, (_, at) => `user-${at}`);
      await Promise.all(
        users.map((user) =>
          putMemories(rt, who.tenant, { texts: [`The locker of ${user} is upstairs`], userId: user }),
        ),
      );
      const replies = await Promise.all(
        users.map((user) => ask(rt, who, `${ROLLOUT}. Which locker?`, of(user))),
      );
      replies.forEach((reply, at) => {
        expect(texts(reply)).toEqual([`The locker of user-${at} is upstairs`]);
        expect(names(reply.skills)).toEqual(['kubernetes-rollout']);
      });
      const rows = await clientOf(rt.db.read).recall.findMany({ where: { tenant: who.tenant } });
      const stored = new Map(rows.map((row) => [row.id, row.userId]));
      expect(replies.map(({ recall_id: id }) => stored.get(id))).toEqual(users);
    });
  },
  WITHOUT_HOLDOUT,
);
