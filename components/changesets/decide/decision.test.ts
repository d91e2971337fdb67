import { describe, expect, it } from 'vitest';
import type { Detail } from '../detail.ts';
import { type Approval, canUndo, dangerOf, type ReviewResult, reviewerName } from './decision.ts';

const _NAMES = {
  skills: [
    { id: 'sk_1', name: 'deploy' },
    { id: 'sk_2', name: 'alerts' },
  ],
};
const DEPLOY = { id: 'sk_1', name: 'deploy', from: 7, to: 8 };
const _approval = (more: Partial<Approval>): Approval => ({
  ...{ status: 'applied', reason: 'the risk is low', versions: [DEPLOY], behind: [], expect: 'x' },
  ...more,
});
const result = (more: Partial<ReviewResult>): ReviewResult => ({
  ...{ id: 'cs_1', status: 'applied', appliedVersions: null, reason: null },
  ...more,
});

describe('what is confirmed twice', () => {
  const danger = (risk: 'low' | 'high', safetyFindings: string[]) =>
    dangerOf({ changeset: { risk, safetyFindings } });

  it('is high risk and every finding that blocks, named; advice is not', () => {
    expect(danger('low', [])).toBeNull();
    expect(danger('low', ['lint:too_long'])).toBeNull();
    expect(danger('high', ['lint:too_long'])).toBe('high risk');
    expect(danger('high', ['lint:too_long', 'secret:password'])).toBe('secret: password');
    expect(danger('low', ['secret:aws_access-key'])).toBe('secret: aws access key');
    expect(danger('low', ['secret:password', 'size:op'])).toBe('secret: password and 1 more');
    expect(danger('low', ['secret:password', 'size:op', 'lint:x', 'injection:role'])).toBe(
      'secret: password and 2 more',
    );
  });
});

describe('what became of a decision', () => {
  it('can be undone unless it created a skill or started a canary', () => {
    expect(canUndo(result({ appliedVersions: { sk_1: 8 } }))).toBe(true);
    expect(canUndo(result({ appliedVersions: { sk_1: 8, sk_new: 1 } }))).toBe(false);
    for (const status of ['rejected', 'approved'] as const) expect(canUndo(result({ status }))).toBe(true);
    for (const status of ['canary', 'failed'] as const) expect(canUndo(result({ status }))).toBe(false);
  });
});

describe('who decided', () => {
  it('is the viewer, policy, somebody by name, or the author where none was needed', () => {
    const name = (reviewer: string | null) =>
      reviewerName(
        {
          changeset: { reviewer, risk: 'low' } as Detail['changeset'],
          actorNames: { 'key:k_2': 'Night shift' },
        },
        'key:k_1',
      );
    expect(name('key:k_1')).toBe('you');
    expect(name('system:policy')).toBe('policy: low risk');
    expect(name('key:k_2')).toBe('Night shift');
    expect(name('oidc:ada@example.org')).toBe('ada@example.org');
    expect(name(null)).toBe('its author');
  });
});
