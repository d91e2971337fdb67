import { expect, it } from 'vitest';
import { eraseUser } from '../../admin/erasure/index.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { RecallRequest } from '../../domain/runs/recall/recall.ts';
import { addMemory, deleteMemory } from '../../memories/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { anotherProcess, putMemories, putSkill } from '../../testing/database/knowledge-rows.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { explainRecall, findRecalls, recall } from './index.ts';

const TASK = 'Rotate the signing certificate of the payment terminal';
const SKILL = {
  id: 'sk_cert',
  name: 'certificate-rotation',
  description: 'Rotate the signing certificate of a payment terminal',
  rules: { bl_1: 'Export the old certificate first', bl_2: 'Restart the terminal twice' },
};

const ask = (runtime: Runtime, who: Principal, user: string | null = null) =>
  recall(runtime, who, RecallRequest.parse({ query: TASK, scope: { user_id: user } }));

/**
 * Runs `work` beside a second process on the same database, which has already recalled and so has all in
 * memory.
 */
async function besideAnother(
  rt: TestRuntime,
  who: Principal,
  work: (other: Runtime, seenByOther: () => ReturnType<typeof recall>) => Promise<void>,
  user: string | null = null,
): Promise<void> {
  const other = anotherProcess(rt);
  try {
    await ask(other, who, user);
    await work(other, () => ask(other, who, user));
  } finally {
    await other.db.close();
  }
}

describeOnOne(
  'what another process changed is never served from memory',
  (runtime, dialect) => {
    it('a removed rule and a rolled back skill', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, SKILL);
      await besideAnother(rt, who, async (_, seen) => {
        const before = await seen();
        expect(before.instructions).toContain('Restart the terminal twice');
        await putSkill(rt, who.tenant, {
          ...SKILL,
          version: 2,
          rules: { bl_1: 'Export the old certificate first' },
        });
        const removed = await seen();
        expect(removed.skills).toMatchObject([{ version: 2, bullets: [{ id: 'bl_1' }] }]);
        expect(removed.instructions).not.toContain('Restart the terminal twice');
        const [recorded] = await findRecalls(rt.db.read, who.tenant, [removed.recall_id]);
        expect(recorded?.skills).toMatchObject([{ version: 2, served: true, bullets: ['bl_1'] }]);
        await putSkill(rt, who.tenant, { ...SKILL, version: 3 });
        const back = await seen();
        expect(back.instructions).toBe(before.instructions.replace('version 1', 'version 3'));
      });
    });

    it.each(['default', '*'])(
      'an archived, deprecated or revived skill, an own and a shared one: %j',
      async (agentId) => {
        const rt = runtime();
        const who = freshPrincipal();
        await putSkill(rt, who.tenant, { ...SKILL, agentId });
        await besideAnother(rt, who, async (_, seen) => {
          for (const status of ['archived', 'active', 'deprecated', 'stale', 'archived']) {
            await putSkill(rt, who.tenant, { ...SKILL, agentId, status });
            expect((await seen()).skills).toHaveLength(['active', 'stale'].includes(status) ? 1 : 0);
          }
        });
      },
    );

    it('an erased user', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const say = (content: string, kind: string) =>
        addMemory(rt, who, MemoryIn.parse({ content, kind, scope: { user_id: 'ada' } }));
      await say('The terminal certificate of Ada is in the blue folder', 'fact');
      await say('Wants certificates printed', 'preference');
      await besideAnother(
        rt,
        who,
        async (_, seen) => {
          expect(await seen()).toMatchObject({ memories: [{}, {}], profile: '- Wants certificates printed' });
          await eraseUser(rt, who, 'ada');
          const reply = await seen();
          expect(reply).toMatchObject({ memories: [], profile: null, instructions: '' });
          expect(await explainRecall(rt, who, reply.recall_id)).toMatchObject({
            memories: [],
            profile: null,
          });
        },
        'ada',
      );
    });

    it('nor forgets to record the card when another user’s memory changed meanwhile', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const say = (content: string, user: string) =>
        addMemory(rt, who, MemoryIn.parse({ content, kind: 'preference', scope: { user_id: user } }));
      await say('Wants certificates printed', 'ada');
      await besideAnother(
        rt,
        who,
        async (_, seen) => {
          await say('Wants nothing printed', 'bob');
          const reply = await seen();
          expect(reply.profile).toBe('- Wants certificates printed');
          expect((await explainRecall(rt, who, reply.recall_id)).profile).toBe(
            '- Wants certificates printed',
          );
        },
        'ada',
      );
    });

    it('a deleted memory and an added one', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const [first = ''] = await putMemories(rt, who.tenant, {
        texts: ['The terminal certificate expires in May'],
      });
      await besideAnother(rt, who, async (_, seen) => {
        expect((await seen()).memories.map(({ id }) => id)).toEqual([first]);
        const added = await addMemory(
          rt,
          who,
          MemoryIn.parse({ content: 'Certificate renewals need two signatures' }),
        );
        expect((await seen()).memories.map(({ id }) => id).sort()).toEqual([first, added.id].sort());
        await deleteMemory(rt, who, first);
        expect((await seen()).memories.map(({ id }) => id)).toEqual([added.id]);
      });
    });

    it('nor what changed between the answer and its record, while nothing else costs a second statement', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putSkill(rt, who.tenant, SKILL);
      let before: () => Promise<void> = () => Promise.resolve();
      const watched = watchStatements(rt, () => before());
      await ask(watched.runtime, who);
      const known = watched.count();
      await ask(watched.runtime, who);
      expect(watched.count()).toBe(known + 1);
      before = async () => {
        before = () => Promise.resolve();
        await putSkill(rt, who.tenant, { ...SKILL, version: 2, rules: { bl_1: 'Ask the bank first' } });
      };
      const reply = await ask(watched.runtime, who);
      expect(reply.skills).toMatchObject([{ version: 2, bullets: [{ content: 'Ask the bank first' }] }]);
      const [recorded] = await findRecalls(rt.db.read, who.tenant, [reply.recall_id]);
      expect(recorded?.skills).toMatchObject([{ version: 2 }]);
    });

    it('whichever of two processes changes, in turn and at once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await besideAnother(rt, who, async (other) => {
        const ids = new Set<string>();
        for (let round = 0; round < 8; round += 1) {
          const words = ['alpha', 'bravo', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbor'];
          const say = (runtimeOf: Runtime, side: string) =>
            addMemory(runtimeOf, who, MemoryIn.parse({ content: `Certificate ${words[round]} ${side}` }));
          const here = say(rt, 'here');
          // SQLite is for one process: two that write at once would block this one.
          if (dialect === 'sqlite') await here;
          for (const { id } of await Promise.all([here, say(other, 'there')])) ids.add(id);
          for (const process of [rt, other]) {
            const { memories } = await recall(
              process,
              who,
              RecallRequest.parse({ query: 'certificate', max_memories: 50 }),
            );
            expect(new Set(memories.map(({ id }) => id))).toEqual(ids);
          }
        }
      });
    });
  },
  { SERVICE_HOLDOUT_RATE: '0' },
);
