/** The text of a recorded recall, line by line. */
import { expect, it } from 'vitest';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { authorSkill, importSkill } from '../../skills/index.ts';
import {
  approveIt,
  proposeBetter,
  QUICK_CANARIES,
  runningCanary,
  serveBoth,
  TASK,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { ask } from '../../testing/samples/said-memories.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { readServed } from './index.ts';

type Principal = ReturnType<typeof freshPrincipal>;

const wholeOf = async (
  rt: TestRuntime,
  who: Principal,
  { recall_id: id }: Pick<RecallResponse, 'recall_id'>,
) => {
  const { lines } = await readServed(rt, who, id);
  return lines.map(({ text }) => text).join('\n');
};

const lineWith = async (rt: TestRuntime, who: Principal, id: string, words: string) =>
  (await readServed(rt, who, id)).lines.find(({ text }) => text.includes(words))?.source;

describeOnOne(
  'the text of a recall',
  (runtime) => {
    it('is read again as it was served, after what it names has changed', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const id = await usedSkill(rt, who);
      const [memory = ''] = await putMemories(rt, who.tenant, {
        texts: ['Container images of the cluster are rolled out\non Tuesdays'],
      });
      const other = {
        name: 'kubernetes-images',
        description: 'Container images for Kubernetes',
        rules: ['Tag it'],
      };
      await authorSkill(rt, who, skillIn(other));
      const reply = await ask(rt, who, TASK, { max_skills: 1 });
      expect(reply.instructions).toContain(memory);
      expect(reply.skill_index).toHaveLength(1);
      await approveIt(rt, who, await proposeBetter(rt, who), { skipCanary: true });
      expect(await wholeOf(rt, who, reply)).toBe(reply.instructions);
      const [rule] = reply.skills[0]?.bullets ?? [];
      expect(await lineWith(rt, who, reply.recall_id, rule?.content ?? '')).toEqual({
        ...{ kind: 'skill', id, name: 'kubernetes-rollout', version: 1, rule: rule?.id },
      });
      for (const words of ['are rolled out', 'on Tuesdays']) {
        expect(await lineWith(rt, who, reply.recall_id, words)).toEqual({ kind: 'memory', id: memory });
      }
      expect(await lineWith(rt, who, reply.recall_id, '### Memories')).toBeNull();
      expect(await lineWith(rt, who, reply.recall_id, '- kubernetes-images:')).toMatchObject({ rule: null });
      await clientOf(rt.db.read).memory.deleteMany({ where: { tenant: who.tenant } });
      const { gone } = await readServed(rt, who, reply.recall_id);
      expect(gone).toBe(1);
    });

    it('is the candidate’s where the canary served that, and the document’s of an imported skill', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
      const { candidate, incumbent } = await serveBoth(rt, who, 1);
      expect(await wholeOf(rt, who, { recall_id: candidate[0] ?? '' })).toContain('Look at the dashboards');
      expect(await wholeOf(rt, who, { recall_id: incumbent[0] ?? '' })).not.toContain(
        'Look at the dashboards',
      );
      const markdown = `---\nname: read-logs\ndescription: Find the cause in logs\n---\n\nBegin with the newest.\n
## Workflow\n\n1. Find the first error\n   and its line\n2. Note its time\n`;
      await importSkill(rt, who, { agent_id: 'default', markdown });
      const reply = await ask(rt, who, 'Read logs: find the cause');
      expect(reply.instructions).toContain('1. [');
      expect(await wholeOf(rt, who, reply)).toBe(reply.instructions);
      expect(await lineWith(rt, who, reply.recall_id, 'and its line')).toEqual(
        await lineWith(rt, who, reply.recall_id, 'Find the first error'),
      );
      expect(await lineWith(rt, who, reply.recall_id, 'Find the first error')).toMatchObject({
        rule: expect.stringMatching(/^bl_/),
      });
    });
  },
  QUICK_CANARIES,
);
