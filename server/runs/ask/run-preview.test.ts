import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { listUsage } from '../../admin/usage/index.ts';
import { RecallPreviewRequest } from '../../domain/runs/recall/recall.ts';
import { putSkill } from '../../testing/database/knowledge-rows.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { runPreview } from './index.ts';

const request = RecallPreviewRequest.parse({ query: 'Refund an order', run: true });
const RULE = 'Refund an order only within 30 days';

describeWithModelOnOne('a run in the playground', (runtime, model) => {
  it('does the task without what is known and with it, and is metered', async () => {
    const who = freshPrincipal();
    const skill = { id: 'sk_refunds', name: 'order-refunds', description: 'Refund an order' };
    await putSkill(runtime(), who.tenant, { ...skill, rules: { bl_1: RULE } });
    model().answer('run', ({ user }: { user: string }) => ({
      answer: user.includes(RULE) ? 'informed' : 'plain',
    }));
    const { runs, now } = await runPreview(runtime(), who, request);
    expect(now.instructions).toContain(RULE);
    expect(runs).toMatchObject({
      without_knowledge: { answer: 'plain', input_tokens: expect.any(Number) },
      with_knowledge: { answer: 'informed' },
    });
    expect(runs?.with_knowledge?.input_tokens).toBeGreaterThan(runs?.without_knowledge.input_tokens ?? 0);
    expect(await listUsage(runtime(), who)).toMatchObject([{ purpose: 'run', calls: 2 }]);
  });

  it('asks once where nothing is served, and not at all unless it is asked to', async () => {
    const before = model().calls.length;
    expect((await runPreview(runtime(), freshPrincipal(), request)).runs).toMatchObject({
      with_knowledge: null,
    });
    expect(await runPreview(runtime(), freshPrincipal(), { ...request, run: false })).toMatchObject({
      runs: null,
    });
    expect(model().calls.length - before).toBe(1);
  });

  it('is unavailable where the model fails', async () => {
    model().fail('run', { status: 401, message: 'no such key' });
    await expect(runPreview(runtime(), freshPrincipal(), request)).rejects.toMatchObject({
      kind: 'unavailable',
      detail: 'learning model unavailable: the endpoint refuses the API key (401)',
    });
  });
});
