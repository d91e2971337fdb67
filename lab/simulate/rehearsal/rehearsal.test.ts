/** What a rehearsal claims comes true when the same arrivals come again under the settings that it rehearsed. */
import { describe, expect, it } from 'vitest';
import { type Agreement, compare, errorOf, isWeighted, SCENARIOS } from './compare.ts';

const HISTORIES = 4;
/** Every run of a history waits for the disk, which may be busy with other tests. */
const TIMEOUT_MS = 240_000;

/** Everything that is claimed is right, and something is. */
function expectRight({ told, right }: Agreement): void {
  expect(told).toBeGreaterThan(0);
  expect(right).toBe(told);
}

describe.each(SCENARIOS)('a rehearsal of $name', (scenario) => {
  it(
    'comes true',
    async () => {
      const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1);
      const seen = await compare(scenario, seeds);
      for (const agreement of [seen.approvals, seen.outcomes, seen.recalls, seen.holdouts])
        expectRight(agreement);
      if (scenario.theme !== 'canaries') return;
      expect(seen.canaries.told).toBeGreaterThan(0);
      if (!isWeighted(scenario)) expectRight(seen.canaries);
      expect(Math.abs(seen.promoted.rehearsed - seen.promoted.real)).toBeLessThanOrEqual(errorOf(seen));
    },
    TIMEOUT_MS,
  );
});
