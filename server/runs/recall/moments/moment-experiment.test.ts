/** What sessions of each arm are served, and how they count. */
import { expect, it } from 'vitest';
import { eraseUser } from '../../../admin/erasure/index.ts';
import { readInsights } from '../../../admin/insights/index.ts';
import type { MomentArm } from '../../../domain/moments/moment-arm.ts';
import type { Principal } from '../../../domain/principal.ts';
import { skillInSchema } from '../../../domain/skills/skill-input.ts';
import { clientOf } from '../../../platform/db/prisma.ts';
import { authorSkill } from '../../../skills/index.ts';
import { recordOf } from '../../../testing/samples/held-back-skills.ts';
import { ask } from '../../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { giveFeedback } from '../../feedback/index.ts';
import { explainRecall, readServed, recallMoment } from '../index.ts';

const TASK = 'Push the fix of the shop to the main branch';
const PUSH = { content: 'Run the tests first', applies_when: [{ tool: 'Bash', command: 'git push*' }] };
const MIGRATION = { content: 'Never edit it', applies_when: [{ path: 'migrations/**' }], blocks: true };

async function write(rt: TestRuntime, who: Principal): Promise<void> {
  const bullets = [PUSH, MIGRATION, { content: 'Write a summary' }];
  await authorSkill(rt, who, skillInSchema.parse({ name: 'push-fix', description: TASK, bullets }));
}

/** A recall in a session of each arm. */
async function askInEach(rt: TestRuntime, who: Principal) {
  const found = new Map<MomentArm, Awaited<ReturnType<typeof ask>>>();
  for (let i = 0; i < 100 && found.size < 3; i++) {
    const reply = await ask(rt, who, TASK, { session_id: `s-${i}` });
    const { momentArm, momentArmProbability } = await explainRecall(rt, who, reply.recall_id);
    expect(momentArmProbability).toBeCloseTo(1 / 3, 9);
    if (momentArm !== null) found.set(momentArm, reply);
  }
  const [start, moment, both] = [found.get('start'), found.get('moment'), found.get('both')];
  if (start === undefined || moment === undefined || both === undefined) throw new Error('an arm is missing');
  return { start, moment, both };
}

const call = { name: 'Bash', arguments: { command: 'git push' } };
const edit = { name: 'Edit', arguments: { file_path: 'migrations/1.sql' } };

const SHARE = { SERVICE_MOMENT_SHARE: '1', SERVICE_HOLDOUT_RATE: '0' };

describeOnOne(
  'the experiment with rules at the moment',
  (runtime) => {
    it('serves rules with a trigger where the arm has them, and rules that block always at the moment', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await write(rt, who);
      const replies = await askInEach(rt, who);
      const textsOf = async ({ recall_id, instructions, triggers = [] }: (typeof replies)['start']) => {
        const at = (tool: typeof call | typeof edit) =>
          recallMoment(rt, who, { moment: { recall_id, tool } });
        const shown = (await readServed(rt, who, recall_id)).lines.map(({ text }) => text).join('\n');
        expect(shown).toBe(instructions);
        expect((await at(edit)).instructions).toContain(MIGRATION.content);
        const later = (await at(call)).instructions;
        return [instructions.includes(PUSH.content), triggers.length, later.includes(PUSH.content)];
      };
      expect(await textsOf(replies.start)).toEqual([true, 1, false]);
      expect(await textsOf(replies.moment)).toEqual([false, 2, true]);
      expect(await textsOf(replies.both)).toEqual([true, 2, true]);
      for (const { recall_id } of Object.values(replies)) {
        const [skill] = (await explainRecall(rt, who, recall_id)).skills;
        expect(skill?.momentRules).toHaveLength(1);
      }
    });

    it('counts runs by session, corrects them, and takes the session of before', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await write(rt, who);
      const { start, moment } = await askInEach(rt, who);
      await recordOf(rt, who, start.recall_id, { outcome: 'failure', duration_ms: 1000 });
      const id = await recordOf(rt, who, moment.recall_id, { outcome: 'failure', duration_ms: 3000 });
      await giveFeedback(rt, who, { episode_id: id, score: 1, source: 'user' });
      const { sessionId } = await explainRecall(rt, who, moment.recall_id);
      // Nothing fits: the run counts all the same, for its session does.
      const other = await ask(rt, who, 'Water the plants', { session_id: sessionId ?? '' });
      await recordOf(rt, who, other.recall_id, { outcome: 'failure', duration_ms: 3000 });
      const { momentLift } = await readInsights(rt, who, 'default');
      expect(momentLift?.enough).toBe(false);
      expect(momentLift?.arms).toMatchObject([
        { arm: 'start', sessions: 1, runs: 1, success: 0 },
        { arm: 'moment', sessions: 1, runs: 2 },
        { arm: 'both', sessions: 0, runs: 0, success: null },
      ]);
      expect(momentLift?.arms[1]?.success).toBeCloseTo(0.5, 6);
      expect(momentLift?.arms[1]?.duration).toBeCloseTo(3000, 6);
      const rows = await clientOf(rt.db.read).momentLift.findMany({ where: { tenant: who.tenant } });
      expect(rows).toHaveLength(2);
    });

    it('forgets the sessions of an erased user, and keeps the sums', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await write(rt, who);
      for (const user of ['erased', 'other']) {
        const reply = await ask(rt, who, TASK, { session_id: `of-${user}`, user_id: user });
        await recordOf(rt, who, reply.recall_id, { outcome: 'success', user_id: user });
      }
      const { momentLift, momentLiftUnit } = clientOf(rt.db.read);
      const where = { tenant: who.tenant };
      const sums = await momentLift.findMany({ where });
      expect(await momentLiftUnit.count({ where })).toBe(2);
      await eraseUser(rt, who, 'erased');
      expect(await momentLiftUnit.count({ where })).toBe(1);
      expect(await momentLift.findMany({ where })).toEqual(sums);
    });
  },
  SHARE,
);

describeOnOne(
  'the experiment beside the holdout',
  (runtime) => {
    it('draws nothing for a session of the holdout', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await write(rt, who);
      const { recall_id } = await ask(rt, who, TASK, { session_id: 's' });
      expect(await explainRecall(rt, who, recall_id)).toMatchObject({ holdout: true, momentArm: null });
    });
  },
  { ...SHARE, SERVICE_HOLDOUT_RATE: '1' },
);
