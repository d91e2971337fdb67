import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { importSkill } from '../../skills/index.ts';
import { putMemories, putSkill } from '../../testing/database/knowledge-rows.ts';
import {
  ask,
  INVOICE,
  KUBERNETES,
  names,
  of,
  ROLLOUT,
  texts,
  WITHOUT_HOLDOUT,
} from '../../testing/samples/said-memories.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { explainRecall, findRecalls } from './index.ts';

describeOnBoth(
  'a recall',
  (runtime) => {
    it('serves an imported skill in the order of its document, the text above its first list first', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const markdown = `---\nname: read-logs\ndescription: Find the cause in logs\n---\n\nBegin with the newest file.\n
## Gotchas\n\n- Clocks differ\n\n## Workflow\n\n1. Find the first error\n2. Note its time\n`;
      await importSkill(rt, who, { agent_id: 'default', markdown });
      const { instructions } = await ask(rt, who, 'Read logs: find the cause');
      const lines = instructions.split('\n').map((line) => line.replace(/\[bl_\w+\] /, ''));
      expect(lines.slice(lines.indexOf('- Begin with the newest file.'))).toEqual([
        '- Begin with the newest file.',
        '',
        '**Gotchas**',
        '',
        '- Clocks differ',
        '',
        '**Workflow**',
        '',
        '1. Find the first error',
        '2. Note its time',
        '',
        '</learned-context>',
      ]);
    });

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
        agentId: 'default',
        userId: null,
        sessionId: 's1',
        query: ROLLOUT,
      });
      expect(explained.skills[0]).toMatchObject({ id: 'sk_k8s', served: true, reason: 'served', arm: null });
      expect(explained.skills[0]?.parts).toHaveProperty('lexical');
      expect((await findRecalls(rt.db.read, who.tenant, [reply.recall_id]))[0]).toMatchObject({
        applied: true,
        skills: [{ id: 'sk_k8s', version: 1, served: true, bullets: ['bl_k1', 'bl_k2'] }],
      });
    });

    it('counts the keywords of a rule as it counts its text', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      const query = 'our cluster is slow; the canary of helmfile is stuck';
      const before = await ask(rt, who, query);
      await putSkill(rt, who.tenant, { ...KUBERNETES, version: 2, keywords: ['canary', 'helmfile'] });
      const after = await ask(rt, who, query);
      expect(after.skills[0]?.score).toBeGreaterThan(before.skills[0]?.score ?? 1);
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

    it('gives the same scores in its reply and in its record, to four decimals', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, KUBERNETES);
      await putMemories(rt, who.tenant, {
        texts: ['Deployments go to the Kubernetes cluster heron', 'Rollout on Monday'],
      });
      for (const limits of [{}, { max_skills: 0 }]) {
        const reply = await ask(rt, who, ROLLOUT, limits);
        const explained = await explainRecall(rt, who, reply.recall_id);
        const recorded = new Map(
          [...explained.skills, ...explained.memories].map(({ id, score }) => [id, score]),
        );
        const served = [...reply.skills, ...reply.skill_index, ...reply.memories];
        expect(served).toHaveLength(3);
        for (const { id, score } of served) {
          expect(score).toBe(Number(score.toFixed(4)));
          expect(recorded.get(id)).toBe(score);
        }
      }
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

    it.each([
      ['stale', 1],
      ['archived', 0],
      ['active', 1],
      ['deprecated', 0],
    ] as const)('serves active and stale skills only: %j', async (status, served) => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, { ...KUBERNETES, status });
      expect((await ask(rt, who, ROLLOUT)).skills, status).toHaveLength(served);
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
      expect(await findRecalls(rt.db.read, freshPrincipal().tenant, [id])).toEqual([]);
    });
  },
  WITHOUT_HOLDOUT,
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
          putMemories(rt, who.tenant, {
            texts: [`The rollout of ${user} is a canary deployment`],
            userId: user,
          }),
        ),
      );
      const replies = await Promise.all(users.map((user) => ask(rt, who, ROLLOUT, of(user))));
      replies.forEach((reply, at) => {
        expect(texts(reply)).toEqual([`The rollout of user-${at} is a canary deployment`]);
        expect(names(reply.skills)).toEqual(['kubernetes-rollout']);
      });
      const rows = await clientOf(rt.db.read).recall.findMany({ where: { tenant: who.tenant } });
      const stored = new Map(rows.map((row) => [row.id, row.userId]));
      expect(replies.map(({ recall_id: id }) => stored.get(id))).toEqual(users);
    });
  },
  WITHOUT_HOLDOUT,
);
