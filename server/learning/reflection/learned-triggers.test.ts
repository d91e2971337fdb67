/** When learned rules apply: from the call that taught one to the call that it is shown before. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { Principal } from '../../domain/principal.ts';
import { recallMoment } from '../../runs/recall/index.ts';
import { listChangesets, reviewChangeset } from '../../skills/changesets/index.ts';
import { getSkill } from '../../skills/index.ts';
import {
  allChangesets,
  callsFor,
  makeLesson,
  NO_HOLDOUT,
  newSkill,
  RULE,
  recallTask,
  recordRun,
  reflect,
  reflection,
  teach,
} from '../../testing/jobs/reflect-job.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';

const FAILED = {
  name: 'Bash',
  arguments: { command: 'deploy billing --env staging' },
  error: 'migration missing',
};
const DEPLOY = { tool: 'Bash', command: 'deploy *', path: null, error: null };
const LEARNED = [{ tool: 'Bash', command: 'deploy *' }];

/** A model that learns the rule with these conditions; `more` is what else it says of it. */
function teachTrigger(model: StandInModel, conditions: object[], more: object = {}): void {
  const trigger = { applies_when: conditions } as { applies_when: (typeof DEPLOY)[] };
  const skill = newSkill(RULE);
  const bullets =
    'bullets' in skill ? (skill.bullets ?? []).map((rule) => ({ ...rule, ...trigger, ...more })) : [];
  teach(model, RULE, [{ ...skill, bullets } as typeof skill]);
  model.answer('reflect', reflection({ lessons: [makeLesson(RULE, trigger)] }));
}

const bulletsOf = async (rt: TestRuntime, who: Principal) =>
  (await getSkill(rt, who, { ref: 'deploy-billing', agentId: 'default' })).bullets;

describeWithModelOnOne(
  'a learned trigger',
  (runtime, model) => {
    it('comes from the call that failed, and has the rule shown before the next such call', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, { tool_calls: [FAILED] });
      teachTrigger(model(), [DEPLOY, { ...DEPLOY, tool: null, command: ' ' }]);
      await reflect(rt, who);
      const [asked] = callsFor(model(), 'curate');
      expect(asked?.user).toContain('"applies_when":[{"tool":"Bash","command":"deploy *"}]');
      expect(await bulletsOf(rt, who)).toMatchObject([{ content: RULE, applies_when: LEARNED }]);
      const { recall_id } = await recallTask(rt, who);
      const tool = { name: 'Bash', arguments: { command: 'deploy shop' } };
      const shown = await recallMoment(rt, who, { moment: { recall_id, tool } });
      expect(shown.instructions).toContain(RULE);
    });

    it('stays where the rule is reworded', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, { tool_calls: [FAILED] });
      teachTrigger(model(), [DEPLOY]);
      await reflect(rt, who);
      const [rule] = await bulletsOf(rt, who);
      const content = `${RULE}, and read its output`;
      const update = { op: 'update' as const, skill: 'deploy-billing', bullet: rule?.id ?? '', reason: 'r' };
      await recordRun(rt, who, { tool_calls: [FAILED] });
      teach(model(), content, [{ ...update, content, applies_when: null }]);
      await reflect(rt, who);
      const pending = (await listChangesets(rt, who, { agentId: null, status: 'pending', limit: 9 }))
        .items[0];
      expect(pending).toMatchObject({ risk: 'medium', ops: [{ content }] });
      await reviewChangeset(rt, who, {
        id: pending?.id ?? '',
        approve: true,
        comment: null,
        skipCanary: true,
      });
      expect(await bulletsOf(rt, who)).toMatchObject([{ content, applies_when: LEARNED }]);
    });

    it.each([['applies to every call', [{ ...DEPLOY, tool: '*', command: '**' }], 'high', '[]']])(
      'that %s waits for a person',
      async (_what, conditions, risk, finding) => {
        const [rt, who] = [runtime(), freshPrincipal()];
        await recordRun(rt, who, { tool_calls: [FAILED] });
        teachTrigger(model(), conditions);
        await reflect(rt, who);
        const [changeset] = await allChangesets(rt, who);
        expect(changeset).toMatchObject({ status: 'pending', risk });
        expect(changeset?.safetyFindings).toContain(finding);
        expect((await recallTask(rt, who)).skills).toEqual([]);
      },
    );

    it('never blocks: a model has no say in that', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, { tool_calls: [FAILED] });
      teachTrigger(model(), [DEPLOY], { blocks: true });
      await reflect(rt, who);
      const [rule] = await bulletsOf(rt, who);
      expect(rule).toMatchObject({ applies_when: LEARNED });
      expect(rule).not.toHaveProperty('blocks');
    });
  },
  NO_HOLDOUT,
);
