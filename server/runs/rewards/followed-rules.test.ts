/** Whether rules that were shown before calls were followed: counted once a run, and corrected like every verdict. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { Principal } from '../../domain/principal.ts';
import { plainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import { skillInSchema } from '../../domain/skills/skill-input.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import { inParallel } from '../../testing/eventually.ts';
import {
  NO_HOLDOUT,
  recallTask,
  recordRun,
  reflect,
  reflection,
  TASK,
} from '../../testing/jobs/reflect-job.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { completeEpisode, draftRedacted } from '../episodes/index.ts';
import { giveFeedback } from '../feedback/index.ts';
import { recallMoment } from '../recall/index.ts';

const PUSH = 'Run the tests before you push';
const MIGRATIONS = 'Never edit a migration';
const RULES = [
  { content: PUSH, applies_when: [{ tool: 'Bash', command: 'git push*' }] },
  { content: MIGRATIONS, applies_when: [{ path: 'migrations/**' }] },
];
const BILLED = 'user jo@example.com';

async function writeRules(rt: TestRuntime, who: Principal, bullets: object[] = RULES): Promise<void> {
  const skill = { name: 'push', description: TASK, bullets };
  expect((await authorSkill(rt, who, skillInSchema.parse(skill))).status).toBe('applied');
}

/** By rule in its order: followed, broken, followed in runs that failed. */
async function counted(rt: TestRuntime, who: Principal) {
  const { bullets } = await getSkill(rt, who, { ref: 'push', agentId: 'default' });
  return bullets.map(({ followed, broken, followed_failed: failed }) => [followed, broken, failed]);
}

const push = { name: 'Bash', arguments: { command: `git push # for ${BILLED}` } };
const edit = { name: 'Edit', arguments: { file_path: 'migrations/1.sql', new_string: 'a' } };
const test = { name: 'Bash', arguments: { command: 'npm test' } };

/** A recall whose session is shown the rules before these calls, and the id of the first rule. */
async function shown(rt: TestRuntime, who: Principal, ...tools: (typeof push | typeof edit)[]) {
  const recall: RecallResponse = await recallTask(rt, who);
  for (const tool of tools) await recallMoment(rt, who, { moment: { recall_id: recall.recall_id, tool } });
  const rule = recall.triggers?.[0]?.rule_id ?? '';
  return { recall_id: recall.recall_id, rule, stopped: { ...push, error: `- [${rule}] ${PUSH}` } };
}

describeOnOne(
  'a rule that was shown before a call',
  (runtime) => {
    it('is followed or broken as the calls tell, also where they are redacted', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await writeRules(rt, who);
      const { stopped, recall_id } = await shown(rt, who, push, edit);
      const changed = { ...edit, arguments: { ...edit.arguments, new_string: 'b' } };
      await recordRun(rt, who, { recall_id, tool_calls: [stopped, test, changed] });
      expect(await counted(rt, who)).toEqual([
        [1, 0, 1],
        [0, 1, 0],
      ]);
      const open = await shown(rt, who, push);
      await recordRun(rt, who, { recall_id: open.recall_id, tool_calls: [test, push] });
      expect((await counted(rt, who))[0]).toEqual([1, 0, 1]);
    });

    it('counts once, for the run that the recall credits, in whichever process it is recorded', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await writeRules(rt, who);
      const { stopped, recall_id } = await shown(rt, who, push);
      const run = { recall_id, outcome: 'success', tool_calls: [stopped, test] };
      const other = { ...rt, once: (_name: string, make: () => unknown) => make() } as TestRuntime;
      await inParallel(['a', 'a', 'b', 'c', 'a'], (idempotency_key, at) =>
        recordRun(at % 2 === 0 ? rt : other, who, { ...run, idempotency_key }),
      );
      expect((await counted(rt, who))[0]).toEqual([1, 0, 0]);
      await recordRun(rt, who, { tool_calls: [stopped, test] });
      expect((await counted(rt, who))[0]).toEqual([1, 0, 0]);
    });

    it('fails where a later reward says so, and no more where another takes that back', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await writeRules(rt, who);
      const { stopped, recall_id } = await shown(rt, who, push);
      const run = { recall_id, outcome: 'success', tool_calls: [stopped, test] };
      const episode_id = await recordRun(rt, who, run);
      for (const [score, failed] of [
        [0, 1],
        [1, 0],
      ] as const) {
        await giveFeedback(rt, who, { episode_id, score, source: 'user' });
        expect((await counted(rt, who))[0]).toEqual([1, 0, failed]);
        rt.advance(1000);
      }
    });

    it('is judged anew when more of the run, or another recall, becomes known', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await writeRules(rt, who);
      const first = await shown(rt, who, push);
      const episodeId = await recordRun(rt, who, { recall_id: first.recall_id, tool_calls: [first.stopped] });
      const complete = async (more: object) => {
        const sent = episodeInSchema.parse({ task: TASK, outcome: 'failure', ...more });
        const draft = draftRedacted(rt, plainEpisode(sent));
        const inTransaction = () => Promise.resolve();
        expect(await completeEpisode(rt, who.tenant, { episodeId, draft, inTransaction })).toBe(true);
        return (await counted(rt, who))[0];
      };
      expect((await counted(rt, who))[0]).toEqual([0, 0, 0]);
      const plain = { ...push, arguments: { command: 'git push # for user [EMAIL]' } };
      const calls = [{ ...plain, error: first.stopped.error }, test];
      for (const _ of [1, 2]) {
        expect(await complete({ recall_id: first.recall_id, tool_calls: calls })).toEqual([1, 0, 1]);
      }
      const second = await shown(rt, who);
      expect(await complete({ recall_id: second.recall_id, tool_calls: calls })).toEqual([0, 0, 0]);
      expect(await complete({ recall_id: first.recall_id, tool_calls: calls })).toEqual([1, 0, 1]);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'a rule of which the calls leave open whether it was followed',
  (runtime, model) => {
    it('is judged by the model, where it was shown, and by it alone', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await writeRules(rt, who);
      const { recall_id, rule } = await shown(rt, who, push, edit);
      const [, never = ''] = (await getSkill(rt, who, { ref: 'push', agentId: 'default' })).bullets.map(
        ({ id }) => id,
      );
      const tags = [rule, never].map((bullet) => ({
        ...{ bullet, verdict: 'neutral' as const, followed: true, reason: 'r' },
      }));
      model().answer('reflect', reflection({ tags }));
      await recordRun(rt, who, { recall_id, tool_calls: [test, push, edit] });
      await reflect(rt, who);
      expect(model().calls.find(({ purpose }) => purpose === 'reflect')?.user).toContain(
        '"shown_before_call":true',
      );
      expect(await counted(rt, who)).toEqual([
        [1, 0, 1],
        [0, 1, 0],
      ]);
      await recordRun(rt, who, { recall_id: (await recallTask(rt, who)).recall_id, tool_calls: [push] });
      await reflect(rt, who);
      expect((await counted(rt, who))[0]).toEqual([1, 0, 1]);
    });
  },
  NO_HOLDOUT,
);
