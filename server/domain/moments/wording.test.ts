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
    'Applies when: tool `Bash`, tool `Edit`',
    'Applies when: tool `Bash`.',
  ])('is not taken for prose: %s', (line) => {
    expect(readTrigger(line)).toBeNull();
  });
});
