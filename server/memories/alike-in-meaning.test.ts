import { expect, it } from 'vitest';
import { describeWithEmbeddingsOnOne, storedVectors } from '../../lab/model/model-runtime.ts';
import { openJobs } from '../testing/jobs/jobs.ts';
import { list, say } from '../testing/samples/said-memories.ts';
import { freshPrincipal } from '../testing/test-runtime.ts';
import { approveMemory } from './index.ts';

/** They share no word. */
const DIET = 'Never eats meat';
const SAME_DIET = 'Is a strict vegetarian';

describeWithEmbeddingsOnOne('memories that mean the same', (runtime, model) => {
  it('resemble each other from a cosine of 0.85, whatever their words', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const first = await say(rt, who, DIET);
    const second = await say(rt, who, SAME_DIET);
    expect([first.status, second.status]).toEqual(['active', 'pending']);
    expect(await list(rt, who, { status: 'pending' })).toMatchObject([
      { holdReasons: ['resembles'], similarId: first.id },
    ]);
    expect((await say(rt, who, 'Rises at dawn')).status).toBe('active');
  });

  it('are those of one user alone', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await say(rt, who, DIET, { scope: { user_id: 'ada' } });
    expect((await say(rt, who, SAME_DIET, { scope: { user_id: 'bob' } })).status).toBe('active');
  });

  it('are told by words where the endpoint fails, and embedded by a job', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await say(rt, who, DIET);
    model().failEmbeddings({ status: 500, times: 1 });
    expect((await say(rt, who, SAME_DIET)).status).toBe('active');
    expect((await openJobs(rt, who.tenant)).map(({ kind }) => kind)).toEqual(['embed']);
  });

  it('have no vector while held, and one once they are released', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const first = await say(rt, who, DIET);
    const second = await say(rt, who, SAME_DIET);
    expect(await storedVectors(rt, who)).toHaveLength(1);
    await approveMemory(rt, who, second.id);
    expect(await storedVectors(rt, who)).toEqual(
      [first, second].map(({ id }) => `memory ${id} meanings-1 5`).sort(),
    );
  });
});
