import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../server/domain/admin/audit-action.ts';
import { actionsOf, GROUPS, presetsFor } from './actions.ts';

describe('the actions of the audit log', () => {
  it('stand each in one group', () => {
    expect(GROUPS.flatMap(({ actions }) => actions).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  });

  it('are read from an address by group or by name, each once, and unknown ones are left out', () => {
    expect(actionsOf('')).toEqual([]);
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
