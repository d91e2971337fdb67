import { describe, expect, it } from 'vitest';
import { countApprovals, type DecidedChange } from './decided-changes.ts';

const POLICY = {
  autoApproveLowRisk: true,
  autoApproveMediumRisk: false,
  autoApproveMinEvalScore: 0.7,
  minSessionsForAutoApprove: 1,
};
const change = (fields: Partial<DecidedChange>): DecidedChange => ({
  ...{
    risk: 'low',
    skillsChanged: 1,
    findings: [],
    evalScore: 0.9,
    because: [],
    sessions: 1,
    byPeople: 'approved',
  },
  ...fields,
});
const CHANGES = [
  change({}),
  change({ byPeople: 'rejected' }),
  change({ byPeople: null }),
  change({ evalScore: 0.5 }),
  change({ risk: 'medium', sessions: 3 }),
  change({ risk: 'high' }),
  change({ findings: ['injection:untrusted_source'] }),
];

describe('the decided changes that a policy would have approved', () => {
  it('are counted by risk, score and findings, those that people decided apart', () => {
    expect(countApprovals(CHANGES, POLICY)).toEqual({
      ...{ decided: 7, approved: 3, decidedByPeople: 2, approvedByPeople: 1 },
    });
  });

  it('follow each setting of approval', () => {
    const approved = (settings: Partial<typeof POLICY>) =>
      countApprovals(CHANGES, { ...POLICY, ...settings }).approved;
    expect(approved({ autoApproveMediumRisk: true })).toBe(4);
    expect(approved({ autoApproveMinEvalScore: 0.4 })).toBe(4);
    expect(approved({ autoApproveMediumRisk: true, minSessionsForAutoApprove: 2 })).toBe(1);
    expect(approved({ autoApproveLowRisk: false })).toBe(0);
  });
});
