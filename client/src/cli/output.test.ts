/** What a person sees: lines for a terminal. */
import { describe, expect, it } from 'vitest';
import type { Insights, Status } from '../generated/api.ts';
import { describeInsights } from './insights.ts';
import { describeStatus } from './status.ts';

const STATUS: Status = {
  tenant: 'acme',
  actor: 'key:key_1',
  scopes: ['learn', 'review'],
  learning_model: 'm-1',
  pending_changesets: 2,
  pending_memories: 1,
  running_canaries: 1,
  last_learning_day: '2026-03-01',
  last_learned: {
    id: 'cs_1',
    agent_id: 'support',
    status: 'applied',
    created_at: '2026-03-01T10:00:00.000Z',
  },
};

describe('the status on a terminal', () => {
  it('is a few lines', () => {
    expect(
      describeStatus({ url: 'http://gateway', ready: true, ...STATUS }),
    ).toBe(`gateway   http://gateway is ready
key       key:key_1 of acme, with learn, review
waiting   2 changesets, 1 memory
canaries  1 running
learning  m-1, last called on 2026-03-01; last change cs_1 for support, applied, of 2026-03-01`);
  });

  it('says what a key may not see, and that nothing is learned', () => {
    const hidden = {
      pending_changesets: null,
      pending_memories: null,
      running_canaries: null,
      last_learned: null,
    };
    const idle = { learning_model: null, last_learning_day: null, scopes: [] };
    expect(describeStatus({ url: 'http://gateway', ready: true, ...STATUS, ...hidden, ...idle })).toBe(
      `gateway   http://gateway is ready
key       key:key_1 of acme, without a scope
waiting   only keys with the scope review see it
learning  no model, so nothing is learned automatically`,
    );
  });
});

const LIFT: Insights['learning_lift'] = {
  treated_success: 0.8,
  treated_n: 40,
  holdout_success: 0.6,
  holdout_n: 12,
  enough: true,
  lift: 0.2,
  lift_90ci: [-0.034, 0.41],
  significant: false,
  lift_always_valid: [-0.2, 0.5],
  episodes_to_detect: 30,
};

const INSIGHTS: Insights = {
  learning_lift: LIFT,
  moment_lift: null,
  skills: [],
  experiments: [],
  pending_changesets: 3,
  problem_rules: [],
  left_out: { skills: 0, experiments: 0, problem_rules: 0 },
  learning_faults: [],
  tenant_learning_cost_30d: { calls: 4, input_tokens: 1000, output_tokens: 200, by_purpose: {} },
};

describe('insights on a terminal', () => {
  it('say the lift with its interval, and what waits', () => {
    const text = describeInsights(INSIGHTS);
    expect(text).toContain(
      'lift      +20 points (90 %: −20 to +50, not clear yet): 80 % of 40 runs with skills, 60 % of 12 without',
    );
    expect(text).toContain('waiting   3 changesets');
    expect(text).toContain('cost      4 calls, 1,200 tokens in 30 days');
  });

  it('say "not yet" of a lift that nothing is known of, with what is missing', () => {
    expect(
      describeInsights({ ...INSIGHTS, learning_lift: { ...LIFT, holdout_n: 3, enough: false } }),
    ).toContain('lift      not yet: 3 of 5 runs in the holdout');
  });
});
