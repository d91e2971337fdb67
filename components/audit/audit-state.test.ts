import { describe, expect, it } from 'vitest';
import { readUrlState } from '../url/use-url-state.ts';
import { actionsOf } from './actions.ts';
import { AUDIT_SCHEMA, exportHref, filterOf, isFiltered } from './audit-state.ts';

const read = (query: string) => readUrlState(AUDIT_SCHEMA, new URLSearchParams(query));

describe('the filter of the audit page', () => {
  it('counts both of its days in full', () => {
    const filter = filterOf(read('from=2026-11-01&to=2026-11-30'), 'utc', null);
    expect(filter).toMatchObject({ from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' });
  });

  it('takes what is absent or invalid for no filter', () => {
    const state = read('from=yesterday&action=nonsense');
    expect(filterOf(state, 'utc', null)).toEqual({
      ...{
        actions: actionsOf(''),
        actor: null,
        resource: null,
        skillId: null,
        agentId: null,
        from: null,
        to: null,
        text: null,
      },
    });
    expect([isFiltered(read('')), isFiltered(read('actor=dev'))]).toEqual([false, true]);
  });

  it('is what the export takes, word for word', () => {
    const filter = filterOf(read('actor=key:k%261&text=a%25b'), 'utc', null);
    const sent = new URL(exportHref(filter, 'csv'), 'http://x').searchParams;
    expect(JSON.parse(sent.get('filter') ?? '')).toEqual(filter);
    expect(sent.get('format')).toBe('csv');
  });
});
