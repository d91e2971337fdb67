import { describe, expect, it } from 'vitest';
import {
  CHANGESET_STATUSES,
  CHANGESET_TRANSITIONS,
  CHANGESET_TRIGGERS,
  canReview,
  FIRST_STATUS,
  isFinal,
  statusesBefore,
} from './status.ts';

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

  it('ends in applied, rejected and failed', () => {
    expect(CHANGESET_STATUSES.filter(isFinal)).toEqual(['applied', 'rejected', 'failed']);
  });

  it('reaches every state from the first', () => {
    const reached = new Set([FIRST_STATUS]);
    for (const status of reached) {
      for (const { from, to } of CHANGESET_TRANSITIONS) if (from === status) reached.add(to);
    }
    expect(reached.size).toBe(CHANGESET_STATUSES.length);
  });

  it('tells which states a conditional update may start from', () => {
    expect(statusesBefore('reject', 'rejected')).toEqual(['pending']);
    expect(statusesBefore('rollback', 'rejected')).toEqual(['canary']);
    expect(statusesBefore('rollback', 'applied')).toEqual([]);
  });
});
