import { expect, it } from 'vitest';
import { approveMemory, deleteMemory } from '../../memories/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { putMemories, putSkill } from '../../testing/database/knowledge-rows.ts';
import {
  ask,
  KUBERNETES,
  of,
  ROLLOUT,
  remember,
  texts,
  WITHOUT_HOLDOUT,
} from '../../testing/samples/said-memories.ts';
import { describeOnBoth, describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { explainRecall, findRecalls } from './index.ts';

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

    it('are left out below the minimum, which the record says', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putMemories(rt, who.tenant, {
        texts: ['Refunds above 500 euros need a second approval', 'The fiscal year ends in March'],
      });
      const query = 'Refund the order that a customer placed last year';
      const reply = await ask(rt, who, query);
      expect(texts(reply)).toEqual(['Refunds above 500 euros need a second approval']);
      expect(reply.instructions).not.toContain('fiscal year');
      const { memories } = await explainRecall(rt, who, reply.recall_id);
      expect(memories).toMatchObject([{ reason: 'served' }, { served: false, reason: 'below_minimum' }]);
      const { recall } = rt.config;
      const all = { ...rt, config: { ...rt.config, recall: { ...recall, minMemoryScore: 0 } } };
      expect(texts(await ask(all, who, query))).toHaveLength(2);
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
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
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
      expect((await findRecalls(rt.db.read, who.tenant, [reply.recall_id]))[0]).toMatchObject({
        holdout: true,
        applied: true,
        skills: [{ id: 'sk_k8s', served: false, reason: 'holdout', bullets: [] }],
      });
      const other = await ask(rt, who, 'Which wine goes with grilled salmon?', { session_id: 's' });
      expect((await findRecalls(rt.db.read, who.tenant, [other.recall_id]))[0]).toMatchObject({
        holdout: true,
        applied: false,
      });
    });

    it('records what it would have served and what it would have named', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      for (const place of ['lisbon', 'oslo', 'turin']) {
        const description = `Export the payroll of the ${place} office`;
        await putSkill(rt, who.tenant, {
          id: `sk_${place}`,
          name: `payroll-${place}`,
          description,
          rules: {},
        });
      }
      const reply = await ask(rt, who, 'Export the payroll of the Lisbon office', { max_skills: 1 });
      expect(reply).toMatchObject({ holdout: true, skills: [], skill_index: [] });
      const { skills } = await explainRecall(rt, who, reply.recall_id);
      expect(skills.map(({ id }) => id).sort()).toEqual(['sk_lisbon', 'sk_oslo', 'sk_turin']);
      expect(skills.map(({ served, reason }) => [served, reason])).toEqual([
        [false, 'holdout'],
        [false, 'holdout_index'],
        [false, 'holdout_index'],
      ]);
    });
  },
  { SERVICE_HOLDOUT_RATE: '1' },
);

describeOnOne(
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
