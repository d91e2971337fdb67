/** Upkeep through a real queue: a skill that fails is nominated, evolved, and served in better words. */

import { expect, it } from 'vitest';
import { describeWithModel } from '../../lab/model/model-runtime.ts';
import { RecallRequest } from '../../server/domain/runs/recall/recall.ts';
import { startCuration } from '../../server/learning/curation/index.ts';
import { recall } from '../../server/runs/recall/index.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { openJobs, removeJobs, startWorker } from '../../server/testing/jobs/jobs.ts';
import { logLines } from '../../server/testing/jobs/reflect-job.ts';
import {
  addition,
  aSkillWith,
  BETTER,
  evolutions,
  propose,
  RULES,
  recordRuns,
} from '../../server/testing/jobs/upkeep-job.ts';
import { freshPrincipal } from '../../server/testing/test-runtime.ts';
import { createHandlers } from '../tasks.ts';

describeWithModel('upkeep by a worker', (runtime, model) => {
  it('nominates a failing skill in a curate job and proposes a better one in an evolve job', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const skill = await aSkillWith(rt, who, { rules: RULES });
    await recordRuns(rt, who, { skill: skill.name, outcomes: Array.from({ length: 10 }, () => 'failure') });
    await removeJobs(rt);
    propose(model(), [[addition(BETTER)]], [[0.9, 0.2]]);
    await startWorker(rt, createHandlers(rt));
    await startCuration(rt, who, 'default');
    const [changeset] = await eventually('a proposal', async () => {
      const all = await evolutions(rt, who);
      return all.length > 0 && all;
    });
    expect(changeset).toMatchObject({ status: 'applied', evalScore: 0.9, baselineScore: 0.2 });
    expect(logLines(rt, who, 'curation.done')).toMatchObject([{ nominated: 1 }]);
    const request = RecallRequest.parse({ query: 'Deploy the service to the clusters' });
    expect((await recall(rt, who, request)).instructions).toContain(BETTER);
    await eventually('no job is left', async () => (await openJobs(rt, who.tenant)).length === 0);
  });
});
