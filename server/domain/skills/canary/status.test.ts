import { expect, it } from 'vitest';
import { CHANGESET_TRANSITIONS } from '../changesets/status.ts';
import { ENDINGS } from './status.ts';

it('ends the changeset of a canary in the same moment, rejected unless the candidate won', () => {
  const ends = Object.entries(ENDINGS).map(([trigger, { status, changeset }]) => {
    const moves = CHANGESET_TRANSITIONS.filter(
      (move) => move.from === 'canary' && move.trigger === changeset,
    );
    return [trigger, status, ...moves.map(({ to }) => to)];
  });
  expect(ends).toEqual([
    ['promote', 'promoted', 'applied', 'failed'],
    ['reject', 'rejected', 'rejected'],
    ['expire', 'expired', 'rejected'],
    ['rollback', 'rejected', 'rejected'],
  ]);
});
