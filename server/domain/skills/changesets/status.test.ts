import { describe, expect, it } from 'vitest';
import { CHANGESET_STATUSES, CHANGESET_TRANSITIONS, CHANGESET_TRIGGERS, canReview } from './status.ts';

/** The states and transitions of the specification, written a second time by hand. */
const EXPECTED: Record<string, string[]> = {
  'pending approve': ['canary', 'applied', 'approved', 'failed'],
  'pending reject': ['rejected'],
  'pending author': ['applied'],
  'canary promote': ['applied', 'failed'],
  'canary canary_reject': ['rejected'],
  'canary canary_expire': ['rejected'],
  'canary rollback': ['rejected'],
  'approved reevaluate': ['canary', 'applied', 'failed'],
  'approved undo': ['pending'],
  'rejected undo': ['pending'],
  'applied undo': ['pending'],
};

const leadsTo = (status: string, by: string) =>
  CHANGESET_TRANSITIONS.filter(({ from, trigger }) => from === status && trigger === by).map(({ to }) => to);

describe('the status table of changesets', () => {
  it.each(CHANGESET_STATUSES)(
    'has an answer for every state and trigger, and it is the one specified: %j',
    (status) => {
      for (const trigger of CHANGESET_TRIGGERS) {
        expect([status, trigger, leadsTo(status, trigger)]).toEqual([
          status,
          trigger,
          EXPECTED[`${status} ${trigger}`] ?? [],
        ]);
      }
    },
  );

  it('lets only pending changesets be reviewed', () => {
    expect(CHANGESET_STATUSES.filter(canReview)).toEqual(['pending']);
  });
});
