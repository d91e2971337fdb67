import { expect, it } from 'vitest';
import {
  describeWithEmbeddingsOnOne,
  EMBEDDINGS_KEY,
  embed,
  processWithModel,
  textVector,
} from '../../../lab/model/model-runtime.ts';
import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import type { Principal } from '../../domain/principal.ts';
import type { RecallResponse } from '../../domain/runs/recall/recall.ts';
import { putMemories, putSkill } from '../../testing/database/knowledge-rows.ts';
import { eventually } from '../../testing/eventually.ts';
import { ask, names, of, texts } from '../../testing/samples/said-memories.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { explainRecall } from './index.ts';

const SKILL = {
  id: 'sk_k8s',
  name: 'kubernetes-rollout',
  description: 'Bring a container image to the cluster',
};
const PARAPHRASE = 'ship our service through the orchestrator';

/** A tenant with a skill and two memories of a user, all with vectors. */
async function known(rt: TestRuntime): Promise<Principal> {
  const who = freshPrincipal();
  await putSkill(rt, who.tenant, SKILL);
  await putSkill(rt, who.tenant, { id: 'sk_pay', name: 'payments', description: 'Pay the supplier' });
  await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'], userId: 'ada' });
  await embed(rt, who);
  return who;
}

const failures = (rt: TestRuntime, { tenant }: Principal) =>
  rt.lines.filter((line) => line['event'] === 'embeddings.failed' && line['tenant'] === tenant);

/** Ends what a test did to the breaker: time passes, and a probe finds the endpoint well. */
async function recover(rt: TestRuntime, model: StandInModel): Promise<void> {
  const who = freshPrincipal();
  let asked = 0;
  await eventually('the endpoint is asked again', async () => {
    rt.advance(60_000);
    const before = model.embedded.length;
    asked += 1;
    await ask(rt, who, `probe ${asked}`);
    await ask(rt, who, `waited for ${asked}`);
    return model.embedded.length >= before + 2;
  });
}

describeWithEmbeddingsOnOne('a recall with an embeddings endpoint', (runtime, model) => {
  it('finds skills and memories that share no word with the query, and explains them by their cosine', async () => {
    const rt = runtime();
    const who = await known(rt);
    const reply = await ask(rt, who, `${PARAPHRASE} early`, of('ada'));
    expect(names(reply.skills)).toContain('kubernetes-rollout');
    expect(texts(reply)[0]).toBe('Rises at dawn');
    for (const { score } of [...reply.skills, ...reply.memories]) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    const explained = await explainRecall(rt, who, reply.recall_id);
    const skill = explained.skills.find(({ id }) => id === 'sk_k8s');
    expect(skill?.parts).toMatchObject({ lexical: 0, cosine: expect.closeTo(0.7, 1) });
    expect(explained.memories[0]?.parts).toHaveProperty('cosine');
  });

  it('sends the model, the credential and the query as it is, once for the same query', async () => {
    const rt = runtime();
    const who = await known(rt);
    await ask(rt, who, 'something else');
    const before = model().embedded.length;
    const query = 'write to jane.doe@example.com about pods';
    await Promise.all([ask(rt, who, query), ask(rt, who, query)]);
    await ask(rt, who, query);
    expect(
      model()
        .embedded.slice(before)
        .filter(({ length }) => length === 1),
    ).toEqual([[query]]);
    expect(JSON.stringify(rt.lines)).not.toContain(EMBEDDINGS_KEY);
  });

  it('tells what means nothing with this model from texts about nothing in particular', async () => {
    const rt = runtime();
    const who = await known(rt);
    // All texts are near each other with this model, and nothing known is nearer to the query than anything
    // else.
    model().embed((text) => [20, ...textVector(text)]);
    const crowded = processWithModel(rt, 'crowded');
    try {
      await embed(crowded, who);
      await ask(crowded, who, 'a first query, after which the usual cosine is known');
      const served = async (query: string) => names((await ask(crowded, who, query)).skills);
      await eventually(
        'nothing unrelated is served',
        async () => (await served('water tulips')).length === 0,
      );
      expect(await served(PARAPHRASE)).toEqual(['kubernetes-rollout']);
    } finally {
      await crowded.db.close();
    }
  });

  it('goes by words where the query’s vector is of another size than those stored', async () => {
    const rt = runtime();
    const who = await known(rt);
    model().embed(() => [1, 2, 3]);
    const reply = await ask(rt, who, 'Bring a container image to the cluster');
    expect(names(reply.skills)).toEqual(['kubernetes-rollout']);
    const { skills } = await explainRecall(rt, who, reply.recall_id);
    expect(skills[0]?.parts).not.toHaveProperty('cosine');
  });

  it('goes by words where the endpoint fails, and says so without a word of the query', async () => {
    const rt = runtime();
    const who = await known(rt);
    model().failEmbeddings({ status: 500, times: 1 });
    const reply = await ask(rt, who, 'Bring a container image to the cluster');
    expect(names(reply.skills)).toEqual(['kubernetes-rollout']);
    const [line, ...more] = failures(rt, who);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 'warn', reason: 'the endpoint answers 500' });
    expect(JSON.stringify(line)).not.toContain('container');
  });

  it('waits no more for an endpoint that keeps failing, until one request finds it well', async () => {
    const rt = runtime();
    const who = await known(rt);
    await ask(rt, who, 'a query that succeeds');
    model().failEmbeddings({ status: 503 });
    for (let round = 0; round < 10; round += 1) await ask(rt, who, `pods ${round}`);
    expect(failures(rt, who)).toHaveLength(3);
    model().reset();
    await recover(rt, model());
  });
});

describeWithEmbeddingsOnOne(
  'a recall with a slow embeddings endpoint',
  (runtime, model) => {
    it('answers by words within the time-out, and soon without waiting at all', async () => {
      const rt = runtime();
      const who = await known(rt);
      model().latency(30_000);
      const replies: RecallResponse[] = [];
      for (let round = 0; round < 12; round += 1) {
        replies.push(await ask(rt, who, `Bring container image ${round} to the cluster`));
      }
      expect(replies.every(({ skills }) => names(skills).includes('kubernetes-rollout'))).toBe(true);
      // Three asked the endpoint and waited; the other nine did not ask.
      expect(failures(rt, who).map(({ reason }) => reason)).toEqual(
        Array(3).fill('the endpoint took too long'),
      );
    });
  },
  { SERVICE_EMBEDDINGS_TIMEOUT_MS: '150' },
);
