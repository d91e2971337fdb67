/** A model that takes longer than a caller waits: the memory is held, and a job goes on. */
import { beforeEach, expect, it, vi } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { listAudit } from '../../audit/index.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import type { Principal } from '../../domain/principal.ts';
import { jobContext, waitingJobs } from '../../testing/jobs/reflect-job.ts';
import { decide, list, say } from '../../testing/samples/said-memories.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { addMemories, deleteMemory, reconcileLate } from '../index.ts';

const OLD = 'The staging database runs on port 5433';
const NEW = 'The staging database now runs on port 6000';

const timeout = AbortSignal.timeout.bind(AbortSignal);
/** The wait of 10 s is shorter here; other waits are as they are. */
beforeEach(() => {
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 300 : ms));
  return () => spy.mockRestore();
});

describeWithModelOnOne('a memory for which the model takes long', (runtime, model) => {
  const reconcile = (who: Principal) =>
    reconcileLate(runtime(), { tenant: who.tenant, agentId: 'default' }, jobContext(runtime()));
  const pending = (who: Principal) => list(runtime(), who, { status: 'pending', limit: 200 });

  /** Says something that resembles what is kept while the model hangs; how often that asked it. */
  const sayWhileHanging = async (who: Principal, add: () => Promise<unknown>) => {
    await say(runtime(), who, OLD);
    decide(model(), 'supersede');
    model().latency(600_000);
    const before = model().calls.length;
    const added = await add();
    model().latency(0);
    return { added, asked: model().calls.length - before };
  };

  it('is pending after the wait, and reconciled by a job', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { added } = await sayWhileHanging(who, () => say(rt, who, NEW));
    expect(added).toMatchObject({ action: 'add', status: 'pending' });
    expect(await pending(who)).toMatchObject([{ holdReasons: ['not_reconciled', 'resembles'] }]);
    expect(await waitingJobs(rt, who, 'reconcile')).toBe(1);
    await reconcile(who);
    expect(await pending(who)).toEqual([]);
    expect((await list(rt, who)).map(({ content }) => content)).toEqual([NEW]);
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'memory.approved',
      actor: 'system:policy',
    });
  });

  it('waits once for all of a batch, not for each', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const batch = Array.from({ length: 130 }, (_, n) => MemoryIn.parse({ content: `${NEW}, rack ${n}` }));
    const { added, asked } = await sayWhileHanging(who, () => addMemories(rt, who, batch));
    expect(added).toEqual(batch.map(() => expect.objectContaining({ status: 'pending' }) as unknown));
    // No memory asks the model any more once the wait is over.
    expect(asked).toBeLessThan(batch.length);
    expect(await pending(who)).toHaveLength(130);
  });

  it('stays pending while the model cannot be had, and the job fails so that it is tried again', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await sayWhileHanging(who, () => say(rt, who, NEW));
    model().fail('memory', { status: 401 });
    await expect(reconcile(who)).rejects.toThrow('learning model unavailable');
    expect(await pending(who)).toHaveLength(1);
  });

  it('that a reviewer decided first is left alone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await sayWhileHanging(who, () => say(rt, who, NEW));
    const [held] = await pending(who);
    await deleteMemory(rt, who, held?.id ?? '');
    await reconcile(who);
    expect((await list(rt, who)).map(({ content }) => content)).toEqual([OLD]);
  });
});
