import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canaryAnswer } from './canary-eligibility.ts';
import { RISKS } from './risk.ts';

const question = fc.record({
  risk: fc.constantFrom(...RISKS),
  humanAuthored: fc.boolean(),
  skipCanary: fc.boolean(),
  settings: fc.record({ enabled: fc.boolean(), minSamples: fc.integer({ min: 1, max: 40 }) }),
});
const scope = fc.record({
  uses: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
  created: fc.nat({ max: 2 }),
});

describe('a change is tried by a canary', () => {
  it('exactly where canaries are on and not waived, it is risky, learned, and changes one existing skill with enough uses, whatever it creates', () => {
    fc.assert(
      fc.property(question, scope, (asked, changes) => {
        const { eligible, reason } = canaryAnswer(asked, changes);
        const expected =
          asked.settings.enabled &&
          !asked.skipCanary &&
          !asked.humanAuthored &&
          ['medium', 'high'].includes(asked.risk) &&
          changes.uses.length === 1 &&
          changes.uses.every((uses) => uses >= asked.settings.minSamples);
        expect(eligible).toBe(expected);
        expect(reason).not.toBe('');
      }),
    );
  });
});
