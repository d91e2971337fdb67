import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from './trigger.ts';
import { describeTrigger, readTrigger } from './wording.ts';

const GLOB = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.constantFrom('git push*', 'a`b', '"', ' x', '; or '),
);
const CONDITION: fc.Arbitrary<Condition> = fc
  .record(
    { tool: GLOB, path: GLOB, command: GLOB, argument: fc.record({ name: GLOB, value: GLOB }), error: GLOB },
    { requiredKeys: [] },
  )
  .filter((condition) => Object.keys(condition).length > 0);

describe('the line of a trigger', () => {
  it('names its conditions', () => {
    const conditions = [{ tool: 'Bash', command: 'git push*' }, { error: '409' }];
    expect(describeTrigger({ applies_when: conditions })).toBe(
      'Applies when: tool `Bash`, command `git push*`; or error `409`',
    );
    const argument = { name: 'amount', value: '0' };
    expect(describeTrigger({ applies_when: [{ tool: 'refund', argument }], blocks: true })).toBe(
      'Blocks when: tool `refund`, argument `amount` is `0`',
    );
    expect(describeTrigger({})).toBe('');
  });

  it('reads back as the same conditions', () => {
    fc.assert(
      fc.property(fc.array(CONDITION, { minLength: 1, maxLength: 5 }), fc.boolean(), (conditions, blocks) => {
        const trigger = { applies_when: conditions, ...(blocks ? { blocks } : {}) };
        expect(readTrigger(describeTrigger(trigger))).toEqual(trigger);
      }),
    );
  });

  it.each([
    'Applies when: you deploy on a Friday',
    'Applies when: tool `Bash`, and it is late',
    'Applies when: tool `Bash`,',
    'Applies when: command `x`, tool `Bash`',
    'Applies when: tool `Bash`, tool `Edit`',
    'Applies when: ',
    'applies when: tool `Bash`',
    'Applies when: tool `Bash`.',
  ])('is not taken for prose: %s', (line) => {
    expect(readTrigger(line)).toBeNull();
  });
});
