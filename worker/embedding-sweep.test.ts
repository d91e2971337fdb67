import { expect, it, onTestFinished } from 'vitest';
import { authorSkill } from '../server/skills/index.ts';
import { ask, names } from '../server/testing/asked-recalls.ts';
import { describeWithEmbeddings, vectorsOf } from '../server/testing/embedding-runtime.ts';
import { eventually, pass, removeJobs } from '../server/testing/jobs.ts';
import { putMemories } from '../server/testing/knowledge-rows.ts';
import { skillIn } from '../server/testing/skill-history.ts';
import { freshPrincipal } from '../server/testing/test-runtime.ts';
import { startEmbeddedWorker } from './embedded.ts';

describeWithEmbeddings('a worker with an embeddings endpoint', (runtime) => {
  it('embeds what was written without one when it starts, and what is written from then on', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await removeJobs(rt);
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'], agentId: 'other' });
    const worker = await startEmbeddedWorker(rt);
    onTestFinished(() => worker?.stop(0));
    await eventually('the memories have vectors', async () => (await vectorsOf(rt, who)).length === 2);
    await authorSkill(rt, who, skillIn({ name: 'kubernetes-rollout', description: 'To the cluster' }));
    await pass(rt, 1000);
    await eventually('the skill is found by what it means', async () =>
      names((await ask(rt, who, 'ship it')).skills).includes('kubernetes-rollout'),
    );
    expect(await vectorsOf(rt, who)).toHaveLength(3);
  });
});
