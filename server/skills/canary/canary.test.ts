import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { explainRecall } from '../../runs/recall/index.ts';
import {
  QUICK_CANARIES,
  recordRuns,
  runningCanary,
  serve,
  serveBoth,
  skillNow,
} from '../../testing/canary/canaries.ts';
import { expectWholeHistory } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getChangeset } from '../changesets/index.ts';

describeOnOne(
  'a canary',
  (runtime) => {
    it('serves either text, and the candidate becomes the next version when its runs go better', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { skillId, changesetId } = await runningCanary(rt, who);
      const before = await skillNow(rt, who);
      const served = await serveBoth(rt, who, 4);
      const [candidateRecall = ''] = served.candidate;
      const explained = await explainRecall(rt, who, candidateRecall);
      expect(explained.skills[0]).toMatchObject({ id: skillId, version: 2, arm: 'candidate', served: true });
      expect(explained.skills[0]?.armProbability).toBeCloseTo(0.5);
      await recordRuns(rt, who, served, 'candidate');
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({
        status: 'applied',
        appliedVersions: { [skillId]: 2 },
        reviewer: who.actor,
      });
      const after = await skillNow(rt, who);
      expect(after).toMatchObject({ version: 2, description: `${before.description}, carefully` });
      expect(after.bullets.map(({ used }) => used)).toEqual([8, 8, 4]);
      const audit = await listAudit(rt, who, 10);
      expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
        ['changeset.applied', 'system:canary'],
        ['canary.promoted', 'system:canary'],
        ['changeset.canary', who.actor],
        ['changeset.proposed', 'system:reflection'],
        ['changeset.applied', who.actor],
        ['changeset.proposed', who.actor],
      ]);
      expect(await serve(rt, who)).toMatchObject({ skills: [{ version: 2, arm: null }] });
      await expectWholeHistory(rt, who);
    });
  },
  QUICK_CANARIES,
);
