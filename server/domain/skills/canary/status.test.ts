import { describe, expect, it } from 'vitest';
import { CHANGESET_TRANSITIONS } from '../changesets/status.ts';
import { EXPERIMENT_STATUSES, EXPERIMENT_TRANSITIONS, EXPERIMENT_TRIGGERS, endingBy } from './status.ts';

describe('the status table of canaries', () => {
  it('is the one specified', () => {
    const rows = EXPERIMENT_TRANSITIONS.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`);
    expect(rows).toEqual([
      'running promote promoted',
      'running reject rejected',
      'running expire expired',
      'running rollback rejected',
    ]);
  });

  it('leaves running by every trigger, once and for all', () => {
    const left = new Set<string>(EXPERIMENT_TRANSITIONS.map(({ from }) => from));
    expect(EXPERIMENT_STATUSES.filter((status) => left.has(status))).toEqual(['running']);
  });

  it.each(EXPERIMENT_TRIGGERS)('leaves running by every trigger, once and for all: %j', (trigger) => {
    expect(endingBy(trigger).trigger).toBe(trigger);
  });

  it.each(EXPERIMENT_TRANSITIONS)(
    'ends the changeset in the same moment, rejected unless the candidate won: %j',
    ({ trigger, changeset }) => {
      const expected = trigger === 'promote' ? ['applied', 'failed'] : ['rejected'];
      const moves = CHANGESET_TRANSITIONS.filter(
        (move) => move.from === 'canary' && move.trigger === changeset,
      );
      expect([trigger, moves.map(({ to }) => to)]).toEqual([trigger, expected]);
    },
  );
});
