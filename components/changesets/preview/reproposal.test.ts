import { describe, expect, it } from 'vitest';
import { canPropose, reproposalLabel } from './reproposal.ts';

describe('proposing again', () => {
  it('is offered only where all of it applies and the same does not wait already', () => {
    const faults = [{ index: 0, why: 'unknown_bullet' as const }];
    expect(canPropose({ again: { faults: [], waitingAs: null } })).toBe(true);
    expect(canPropose({ again: { faults, waitingAs: null } })).toBe(false);
    expect(canPropose({ again: { faults: [], waitingAs: 'cs_2' } })).toBe(false);
    expect(canPropose({ again: null })).toBe(false);
  });

  it('names the version where one skill has moved on', () => {
    const moved = { baseVersion: 1, nowVersion: 2 };
    const still = { baseVersion: 3, nowVersion: 3 };
    expect(reproposalLabel({ skills: [moved, still] })).toBe('Re-propose on v2');
    expect(reproposalLabel({ skills: [still] })).toBe('Propose again');
    expect(reproposalLabel({ skills: [moved, moved] })).toBe('Propose again');
  });
});
