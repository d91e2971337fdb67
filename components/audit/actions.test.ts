import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../server/domain/admin/audit-action.ts';
import { actionsOf, GROUPS, pairsOf, presetsFor } from './actions.ts';
import { shortIds } from './actor-label.ts';

describe('the actions of the audit log', () => {
  it('stand each in one group', () => {
    expect(GROUPS.flatMap(({ actions }) => actions).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  });

  it('are read from an address by group or by name, each once, and unknown ones are left out', () => {
    expect(actionsOf('all')).toEqual([]);
    expect(actionsOf('').toSorted()).toEqual(AUDIT_ACTIONS.filter((one) => one !== 'feedback').toSorted());
    expect(actionsOf('nonsense,user.erased')).toEqual(['user.erased']);
    expect(actionsOf('canaries,canary.expired')).toEqual([
      'canary.promoted',
      'canary.rejected',
      'canary.expired',
    ]);
  });

  it.each([...presetsFor('key:k_1')])('of every preset are known: %j', ({ action }) => {
    expect(actionsOf(action).length).toBeGreaterThan(0);
  });
});

describe('the details of an audit entry', () => {
  it('are read as words, without brackets, quotes or underscores', () => {
    expect(
      pairsOf({
        agent_id: 'support',
        scopes: ['learn', 'admin'],
        versions: { sk_1: 2, sk_2: 3 },
        pinned: true,
        ops: 1,
        findings: ['injection:untrusted_source', 'size:81234'],
      }),
    ).toEqual([
      { key: 'agent id', text: 'support' },
      { key: 'scopes', text: 'learn, admin' },
      { key: 'versions', text: 'sk_1 2, sk_2 3' },
      { key: 'pinned', text: 'yes' },
      { key: 'ops', text: '1' },
      { key: 'findings', text: 'injection: untrusted source, size: 81234' },
    ]);
  });

  it('keep every character of a text', () => {
    const text = '<b>sk_1</b> {"a": []}';
    expect(pairsOf({ comment: text })).toEqual([{ key: 'comment', text }]);
  });
});

describe('ids', () => {
  it('are cut to kind and end, words that only look like them are not', () => {
    expect(shortIds('changeset:cs_01M7YHP82D6QGTPK3CBP0386BC')).toBe('changeset:cs_…386BC');
    expect(shortIds('user:u_9 of job_r_dev')).toBe('user:u_9 of job_r_dev');
  });
});
