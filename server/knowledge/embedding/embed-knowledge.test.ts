import { expect, it, onTestFinished } from 'vitest';
import {
  describeWithEmbeddings,
  embed,
  processWithModel,
  storedVectors,
  textVector,
} from '../../../lab/model/model-runtime.ts';
import { eraseUser } from '../../admin/erasure/index.ts';
import { deleteMemory } from '../../memories/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { authorSkill } from '../../skills/index.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { eventually } from '../../testing/eventually.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import { ask, names, of, remember, texts } from '../../testing/samples/said-memories.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { enqueueLacking, findServedSpace } from './index.ts';

const ROLLOUT = {
  name: 'kubernetes-rollout',
  description: 'Bring a container image to the cluster',
  rules: ['Wait for the status'],
};
/** Shares no word with the skill. */
const PARAPHRASE = 'ship our service through the orchestrator';

describeWithEmbeddings('embedding what is known', (runtime, model) => {
  it('follows every new text of a skill by one job, after which a paraphrase finds it', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await authorSkill(rt, who, skillIn(ROLLOUT));
    await authorSkill(rt, who, skillIn({ name: 'dishes', description: 'Wash plates' }));
    const jobs = await openJobs(rt, who.tenant);
    expect(jobs.map(({ kind, agentId }) => `${kind} ${agentId}`)).toEqual(['embed default']);
    expect((await ask(rt, who, PARAPHRASE)).skills).toEqual([]);
    await embed(rt, who);
    expect(names((await ask(rt, who, PARAPHRASE)).skills)).toEqual(['kubernetes-rollout']);
    expect((await ask(rt, who, 'water the tulips')).skills.map(({ name }) => name)).not.toContain(
      'kubernetes-rollout',
    );
  });

  it('lets no vector outlive its text', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await authorSkill(rt, who, skillIn(ROLLOUT));
    await embed(rt, who);
    await authorSkill(rt, who, skillIn({ ...ROLLOUT, name: ROLLOUT.name, description: 'Pay the supplier' }));
    expect(await storedVectors(rt, who)).toEqual([]);
    await embed(rt, who);
    expect(names((await ask(rt, who, 'bill from a vendor')).skills)).toEqual(['kubernetes-rollout']);
  });

  it('keeps no vector of a text that changed while the endpoint was asked', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await authorSkill(rt, who, skillIn(ROLLOUT));
    let changed = false;
    await embed(rt, who, {
      async commit(work) {
        if (!changed) await authorSkill(rt, who, skillIn({ ...ROLLOUT, description: 'Pay the supplier' }));
        changed = true;
        return await rt.db.write(work);
      },
    });
    expect(await storedVectors(rt, who)).toEqual([]);
  });

  it('removes a memory’s vector with the memory, by hand or with its user, and keeps none of one that is gone', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const added = await remember(rt, who, 'Never eats meat', of('ada'));
    await remember(rt, who, 'Rises at dawn', of('ada'));
    await remember(rt, who, 'The cluster is in Oslo');
    expect(await storedVectors(rt, who)).toHaveLength(3);
    await deleteMemory(rt, who, added.id);
    expect(await storedVectors(rt, who)).toHaveLength(2);
    const counts = await eraseUser(rt, who, 'ada');
    expect(counts).toEqual({
      memories: 1,
      memory_evidence: 0,
      episodes: 0,
      feedback: 0,
      people: 0,
      profiles: 0,
      recalls: 0,
    });
    expect(await storedVectors(rt, who)).toHaveLength(1);
    await putMemories(rt, who.tenant, { texts: ['Never eats meat'], userId: 'bob' });
    await embed(rt, who, {
      async commit(work) {
        await eraseUser(rt, who, 'bob');
        return await rt.db.write(work);
      },
    });
    expect(await storedVectors(rt, who)).toHaveLength(1);
  });

  it('goes on with the model before until all texts have vectors of another one', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await authorSkill(rt, who, skillIn(ROLLOUT));
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'] });
    await embed(rt, who);
    const first = await storedVectors(rt, who);
    expect(first.every((vector) => vector.endsWith(' meanings-1 5'))).toBe(true);
    const other = processWithModel(rt, 'meanings-2');
    onTestFinished(() => other.db.close());
    const asked: string[] = [];
    model().embed((text, name) => {
      asked.push(`${name}: ${text}`);
      return name === 'meanings-2' ? [...textVector(text), 0] : textVector(text);
    });
    await findServedSpace(other);
    expect(await enqueueLacking(other)).toBeGreaterThanOrEqual(1);
    expect((await openJobs(rt, who.tenant)).map(({ kind }) => kind)).toEqual(['embed']);
    expect(names((await ask(other, who, PARAPHRASE)).skills)).toEqual(['kubernetes-rollout']);
    const rows = await clientOf(rt.db.read).embedding.findMany({ distinct: ['tenant'] });
    for (const { tenant } of rows) await embed(other, { ...who, tenant });
    const second = first.map((vector) => vector.replace('meanings-1 5', 'meanings-2 6'));
    expect(await storedVectors(rt, who)).toEqual([...first, ...second].sort());
    expect(names((await ask(other, who, PARAPHRASE)).skills)).toEqual(['kubernetes-rollout']);
    await findServedSpace(other);
    expect(names((await ask(other, who, PARAPHRASE)).skills)).toEqual(['kubernetes-rollout']);
    expect(asked.filter((one) => one.endsWith(PARAPHRASE))).toEqual([
      `meanings-1: ${PARAPHRASE}`,
      `meanings-2: ${PARAPHRASE}`,
    ]);
    await enqueueLacking(other);
    expect(await storedVectors(rt, who)).toHaveLength(6);
    rt.advance(3_600_001);
    await enqueueLacking(other);
    expect(await storedVectors(rt, who)).toEqual(second);
  });

  it('keeps nothing of a reply that lies, and says so without a word of the texts', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'] });
    model().embed((text) => (text.includes('meat') ? [1, 2] : [1, 2, 3]));
    await expect(embed(rt, who)).rejects.toThrow('different sizes');
    model().embed(() => [0, 0, 0]);
    await expect(embed(rt, who)).rejects.toThrow('without a direction');
    expect(await storedVectors(rt, who)).toEqual([]);
    const lines = rt.lines.filter(
      ({ event, tenant }) => event === 'embeddings.failed' && tenant === who.tenant,
    );
    expect(lines.map(({ reason }) => reason)).toEqual([
      'the reply has vectors of different sizes',
      'the reply has a vector without a direction',
    ]);
    expect(JSON.stringify(rt.lines)).not.toMatch(/meat|embeddings-key/);
  });

  it('lets one text that the endpoint refuses spoil no other, and does not ask about it again', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'] });
    model().failEmbeddings({ status: 400, times: 2 });
    await embed(rt, who);
    expect((await storedVectors(rt, who)).map((vector) => vector.split(' ').at(-1)).sort()).toEqual([
      '0',
      '5',
    ]);
    const before = model().embedded.length;
    await embed(rt, who);
    expect(model().embedded.length).toBe(before);
  });

  it('fails the attempt where the endpoint gives nothing, and refuses no text for an error of its own', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'] });
    for (const status of [400, 401, 429, 500]) {
      model().failEmbeddings({ status });
      await expect(embed(rt, who)).rejects.toThrow(`${status}`);
      model().reset();
    }
    expect(await storedVectors(rt, who)).toEqual([]);
    const told = new AbortController();
    told.abort(new Error('the run was ended'));
    await expect(embed(rt, who, { signal: told.signal })).rejects.toThrow('the run was ended');
  });

  it('is seen by a process that had everything in memory before', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const other = processWithModel(rt, 'meanings-1');
    try {
      await putMemories(rt, who.tenant, { texts: ['Never eats meat'], userId: 'ada' });
      expect(texts(await ask(other, who, 'order a steak', of('ada')))).toEqual([]);
      await embed(rt, who);
      await eventually('the vector is known', async () =>
        texts(await ask(other, who, 'order a steak', of('ada'))).includes('Never eats meat'),
      );
    } finally {
      await other.db.close();
    }
  });
});
