import { expect, it } from 'vitest';
import { describeOnBoth, freshPrincipal } from '../testing/test-runtime.ts';
import { listAudit, writeAudit } from './index.ts';

describeOnBoth('the audit log', (runtime) => {
  it('shows the newest entries first, of the own tenant alone', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    await rt.db.write(async (tx) => {
      await writeAudit(rt, tx, ours, { action: 'feedback', resource: 'episode:ep_1' });
      await writeAudit(rt, tx, theirs, { action: 'feedback', resource: 'episode:ep_2' });
    });
    rt.advance(1);
    await rt.db.write((tx) =>
      writeAudit(rt, tx, ours, { action: 'skill.pin', resource: 'skill:sk_1', details: { pinned: true } }),
    );
    const entries = await listAudit(rt, ours, 200);
    expect(entries.map(({ action, resource }) => [action, resource])).toEqual([
      ['skill.pin', 'skill:sk_1'],
      ['feedback', 'episode:ep_1'],
    ]);
    expect(entries[0]).toMatchObject({ actor: ours.actor, details: { pinned: true } });
    expect(entries[0]?.id).toMatch(/^au_/);
  });

  it('is gone with the transaction that failed', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const failing = rt.db.write(async (tx) => {
      await writeAudit(rt, tx, who, { action: 'feedback', resource: 'episode:ep_1' });
      throw new Error('later fault');
    });
    await expect(failing).rejects.toThrow('later fault');
    expect(await listAudit(rt, who, 10)).toEqual([]);
  });
});
