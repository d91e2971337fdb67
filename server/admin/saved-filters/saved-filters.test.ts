import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { listFilters, MOST_FILTERS, removeFilter, saveFilter } from './index.ts';

const RISKY = { name: 'Risky', query: 'risk=high', shared: false };

describeOnOne('saved filters', (runtime) => {
  it('are seen by their owner, and shared ones by all of the tenant', async () => {
    const [rt, ada] = [runtime(), freshPrincipal()];
    const bob = { ...ada, actor: 'key:bob', scopes: new Set(['review'] as const) };
    const { id } = await saveFilter(rt, ada, RISKY);
    rt.advance(1);
    const shared = await saveFilter(rt, ada, { ...RISKY, name: 'Of us all', shared: true });
    expect(await listFilters(rt, ada)).toEqual([
      { id, name: 'Risky', query: 'risk=high', shared: false, removable: true },
      { id: shared.id, name: 'Of us all', query: 'risk=high', shared: true, removable: true },
    ]);
    expect(await listFilters(rt, bob)).toMatchObject([{ id: shared.id, removable: false }]);
    expect(await listFilters(rt, freshPrincipal())).toEqual([]);
    expect(await listAudit(rt, ada, 10)).toMatchObject([
      { action: 'filter.saved', details: { name: 'Of us all', shared: true } },
      { action: 'filter.saved', resource: `filter:${id}` },
    ]);
  });

  it('are removed by their owner, shared ones by an administrator too', async () => {
    const [rt, ada] = [runtime(), freshPrincipal(['review'])];
    const bob = { ...ada, actor: 'key:bob' };
    const admin = { ...ada, actor: 'key:admin', scopes: new Set(['review', 'admin'] as const) };
    const { id } = await saveFilter(rt, ada, RISKY);
    const shared = [0, 1].map(() => saveFilter(rt, ada, { ...RISKY, shared: true }));
    const [one, other] = await Promise.all(shared);
    await expect(removeFilter(rt, admin, id)).rejects.toThrow('saved filter not found');
    await expect(removeFilter(rt, bob, one?.id ?? '')).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(removeFilter(rt, freshPrincipal(), one?.id ?? '')).rejects.toThrow('saved filter not found');
    await removeFilter(rt, admin, one?.id ?? '');
    await removeFilter(rt, ada, other?.id ?? '');
    await removeFilter(rt, ada, id);
    expect(await listFilters(rt, ada)).toEqual([]);
    const [last] = await listAudit(rt, ada, 1);
    expect(last).toMatchObject({ action: 'filter.removed', details: { name: 'Risky', shared: false } });
  });

  it('are limited in number, for each person and for the tenant', async () => {
    const [rt, ada] = [runtime(), freshPrincipal()];
    for (let at = 0; at < MOST_FILTERS; at += 1) await saveFilter(rt, ada, RISKY);
    await expect(saveFilter(rt, ada, RISKY)).rejects.toMatchObject({ kind: 'conflict' });
    await saveFilter(rt, ada, { ...RISKY, shared: true });
    await saveFilter(rt, { ...ada, actor: 'key:bob' }, RISKY);
  });
});
