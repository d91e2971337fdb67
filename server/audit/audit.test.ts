import { expect, it } from 'vitest';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { auditActors, listAudit, writeAudit } from './index.ts';
import { auditStore } from './store.ts';

describeOnOne('the audit log', (runtime) => {
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

  it('names the actors of its newest entries, each once, however long it is', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    for (const actor of ['key:first', 'key:b', 'key:a', 'key:b']) {
      await rt.db.write((tx) =>
        writeAudit(rt, tx, { ...who, actor }, { action: 'feedback', resource: 'episode:ep_1' }),
      );
      rt.advance(1);
    }
    const { tenant } = who;
    expect(await auditActors(rt, who)).toEqual(['key:a', 'key:b', 'key:first']);
    expect(await auditStore(rt.db.read, tenant).actors(10, 3)).toEqual(['key:a', 'key:b']);
    expect(await auditStore(rt.db.read, tenant).actors(1, 4)).toEqual(['key:a']);
  });

  it('is gone with the transaction that failed', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const failing = rt.db.write(async (tx) => {
      await writeAudit(rt, tx, who, { action: 'feedback', resource: 'episode:ep_1' });
      throw new Error('later error');
    });
    await expect(failing).rejects.toThrow('later error');
    expect(await listAudit(rt, who, 10)).toEqual([]);
  });
});
