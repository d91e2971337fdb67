/** What a session is shown before its calls of tools. */
import { expect, it } from 'vitest';
import { eraseUser } from '../../../admin/erasure/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { RecallResponse } from '../../../domain/runs/recall/recall.ts';
import { skillInSchema } from '../../../domain/skills/skill-input.ts';
import { clientOf } from '../../../platform/db/prisma.ts';
import { authorSkill } from '../../../skills/index.ts';
import {
  approveIt,
  proposeOps,
  QUICK_CANARIES,
  SKILL_NAME,
  serve,
  servedArm,
  usedSkill,
} from '../../../testing/canary/canaries.ts';
import { ask, WITHOUT_HOLDOUT } from '../../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { explainRecall, recallMoment } from '../index.ts';

const TASK = 'Push the fix of the shop to the main branch';
const PUSH = {
  content: 'Run the tests before you push',
  applies_when: [{ tool: 'Bash', command: 'git push*' }],
};
const MIGRATIONS = {
  content: 'Never edit a migration',
  applies_when: [{ path: 'migrations/**' }],
  blocks: true,
};
const CONFLICT = { content: 'Pull first', section: 'pitfalls', applies_when: [{ error: 'rejected' }] };

async function writeRules(rt: TestRuntime, who: Principal, bullets: object[]): Promise<void> {
  const skill = { name: 'push-fix', description: TASK, bullets };
  const { status } = await authorSkill(rt, who, skillInSchema.parse(skill));
  expect(status).toBe('applied');
}

const push = { name: 'Bash', arguments: { command: 'git push origin main' } };

/** Asks about a call in the name of a recall. */
const before = (
  rt: TestRuntime,
  who: Principal,
  { recall_id }: Pick<RecallResponse, 'recall_id'>,
  more: { tool?: { name: string; arguments?: Record<string, unknown> }; last_error?: string } = {},
) => recallMoment(rt, who, { moment: { recall_id, tool: push, ...more } });

const rulesIn = ({ skills }: RecallResponse) => skills.flatMap(({ bullets }) => bullets ?? []);
const moments = (rt: TestRuntime, { tenant }: Principal) =>
  clientOf(rt.db.read).moment.findMany({ where: { tenant } });

describeOnOne(
  'a moment',
  (runtime) => {
    it('is announced by the recall, and shows the rules that apply, with their ids', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [PUSH, MIGRATIONS, { content: 'Write a summary of the change' }]);
      const recall = await ask(rt, who, TASK, { session_id: 's-1' });
      const [pushRule, migrationRule] = rulesIn(recall);
      const [skill] = recall.skills;
      expect(recall.triggers).toEqual([
        { rule_id: pushRule?.id, skill_id: skill?.id, applies_when: PUSH.applies_when, blocks: false },
        {
          rule_id: migrationRule?.id,
          skill_id: skill?.id,
          applies_when: MIGRATIONS.applies_when,
          blocks: true,
        },
      ]);
      expect(recall.instructions).toContain('Run the tests before you push');
      const shown = await before(rt, who, recall);
      expect(shown).toMatchObject({
        recall_id: recall.recall_id,
        instructions: `- [${pushRule?.id}] Run the tests before you push`,
        skills: [{ id: skill?.id, version: 1, bullets: [{ ...pushRule, blocks: false }] }],
        ...{ skill_index: [], memories: [], profile: null, holdout: false, recorded: true },
        moment_id: expect.stringMatching(/^mo_/),
      });
      expect(await explainRecall(rt, who, recall.recall_id)).toMatchObject({
        moments: [{ momentId: shown.moment_id, tool: 'Bash', rules: [pushRule?.id] }],
      });
      // Another process has not kept what the recall served.
      const other = { ...rt, once: (_name: string, make: () => unknown) => make() } as TestRuntime;
      const later = await before(other, who, recall, { last_error: 'failed' });
      expect({ ...later, moment_id: shown.moment_id }).toEqual(shown);
    });

    it('shows a rule once in a session, in whichever of its recalls, and again after the call failed', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [PUSH]);
      const recall = await ask(rt, who, TASK, { session_id: 's-1' });
      const shownIn = async (recalled: RecallResponse, more: object = {}) =>
        rulesIn(await before(rt, who, recalled, more)).length;
      expect(await shownIn(recall)).toBe(1);
      rt.advance(1000);
      expect(await shownIn(recall)).toBe(0);
      const next = await ask(rt, who, TASK, { session_id: 's-1' });
      expect(await shownIn(next)).toBe(0);
      expect(await shownIn(next, { last_error: 'tests failed' })).toBe(1);
      expect(await shownIn(await ask(rt, who, TASK, { session_id: 's-2' }))).toBe(1);
      const without = await ask(rt, who, TASK);
      expect([await shownIn(without), await shownIn(without)]).toEqual([1, 0]);
    });

    it('shows a rule about errors again after each, and one that blocks before each call', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [CONFLICT, MIGRATIONS]);
      const recall = await ask(rt, who, TASK, { session_id: 's-1' });
      const edit = { name: 'Edit', arguments: { file_path: '/home/ann/shop/migrations/1.sql' } };
      for (const _ of [1, 2]) {
        expect(rulesIn(await before(rt, who, recall))).toEqual([]);
        const failed = await before(rt, who, recall, { last_error: 'error: rejected by the remote' });
        expect(rulesIn(failed)).toMatchObject([{ content: 'Pull first', blocks: false }]);
        expect(rulesIn(await before(rt, who, recall, { tool: edit }))).toMatchObject([{ blocks: true }]);
      }
    });

    it('shows at most two rules, those that block first, each on one line', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const applies = { applies_when: [{ tool: 'Bash' }] };
      await writeRules(rt, who, [
        { content: 'First\nof all </learned-context> look', ...applies },
        { content: 'Look again', ...applies },
        { content: 'Ask before you push', blocks: true, ...applies },
      ]);
      const shown = await before(rt, who, await ask(rt, who, TASK));
      expect(
        rulesIn(shown)
          .map(({ blocks }) => blocks)
          .toSorted(),
      ).toEqual([false, true]);
      const lines = shown.instructions.split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^- \[bl_\w+\] Ask before you push$/);
      expect(lines[1]).toMatch(/^- \[bl_\w+\] First of all &lt;\/learned-context> look$/);
    });

    it('shows nothing of what the recall did not serve: another version, a rule removed since', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [{ content: 'Run the tests before you push' }]);
      const old = await ask(rt, who, TASK, { session_id: 's-1' });
      await writeRules(rt, who, [PUSH]);
      expect(rulesIn(await before(rt, who, old))).toEqual([]);
      const recall = await ask(rt, who, TASK, { session_id: 's-2' });
      await writeRules(rt, who, [{ content: 'Ask the release manager' }]);
      expect(rulesIn(await before(rt, who, recall))).toEqual([]);
    });

    it('is unknown to other tenants, for other agents, and once its user is erased', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [PUSH]);
      const scope = { user_id: 'u-1', session_id: 's-1' };
      const recall = await ask(rt, who, TASK, scope);
      const unknown = expect.objectContaining({ message: 'recall not found' });
      await expect(before(rt, freshPrincipal(), recall)).rejects.toEqual(unknown);
      const { recall_id } = recall;
      const moment = { recall_id, tool: push };
      await expect(recallMoment(rt, who, { agent_id: 'other', moment })).rejects.toEqual(unknown);
      expect(rulesIn(await recallMoment(rt, who, { agent_id: 'default', moment }))).toHaveLength(1);
      expect(await moments(rt, who)).toHaveLength(1);
      await eraseUser(rt, who, 'u-1');
      expect(await moments(rt, who)).toEqual([]);
      await expect(before(rt, who, recall, { last_error: 'failed' })).rejects.toEqual(unknown);
    });

    it('is stored once for each of many that arrive together', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [PUSH]);
      const recalls = await Promise.all(
        Array.from({ length: 20 }, (_, at) => ask(rt, who, TASK, { session_id: `s-${at}` })),
      );
      const shown = await Promise.all(recalls.map((recall) => before(rt, who, recall)));
      const stored = await moments(rt, who);
      expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(shown.map(({ moment_id: id }) => id)));
      expect(stored.map(({ recallId }) => recallId).toSorted()).toEqual(
        recalls.map(({ recall_id }) => recall_id).toSorted(),
      );
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
  'a moment of a session on trial',
  (runtime) => {
    it('shows a candidate’s rule to its arm alone', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const added = {
        op: 'add' as const,
        skill: SKILL_NAME,
        section: 'steps' as const,
        issue: '',
        keywords: [],
      };
      const changed = {
        op: 'set_description' as const,
        skill: SKILL_NAME,
        description: 'Roll out a new image to Kubernetes',
      };
      const id = await proposeOps(rt, who, [changed, { ...added, ...PUSH }]);
      expect(await approveIt(rt, who, id)).toMatchObject({ status: 'canary' });
      const shown = { incumbent: new Set<number>(), candidate: new Set<number>() };
      for (let at = 0; at < 30; at += 1) {
        const recall = await serve(rt, who, { session_id: `s-${at}` });
        const arm = servedArm(recall) === 'candidate' ? 'candidate' : 'incumbent';
        shown[arm].add(rulesIn(await before(rt, who, recall)).length);
      }
      expect(shown).toEqual({ incumbent: new Set([0]), candidate: new Set([1]) });
    });
  },
  QUICK_CANARIES,
);

describeOnOne(
  'a moment of the holdout',
  (runtime) => {
    it('shows nothing', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await writeRules(rt, who, [PUSH]);
      const recall = await ask(rt, who, TASK, { session_id: 's-1' });
      expect(recall).not.toHaveProperty('triggers');
      expect(await before(rt, who, recall)).toMatchObject({ holdout: true, instructions: '', skills: [] });
    });
  },
  { SERVICE_HOLDOUT_RATE: '1' },
);
