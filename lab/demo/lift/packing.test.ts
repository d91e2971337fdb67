/** The lift of three skills, measured through the interface of a gateway that holds skills back. */
import { expect, it } from 'vitest';
import { withGateway } from '../../gateway/gateway-process.ts';
import { measurePacking, PACKING_SETTINGS } from './packing.ts';
import { liftLines } from './report.ts';

/** With 800, chance leaves it unclear now and then whether the one skill hurts: who goes without it is drawn. */
const SESSIONS = 1600;

it('suggests the skill that hurts for deprecation, and no other', { timeout: 120_000 }, async () => {
  await withGateway(PACKING_SETTINGS, async ({ url }) => {
    const skills = await measurePacking({ url }, { seed: 11, sessions: SESSIONS });
    expect(skills.map(({ role, isSuggested }) => [role, isSuggested])).toEqual([
      ['helps', false],
      ['idle', false],
      ['hurts', true],
    ]);
    for (const { truth, alwaysValid, heldBackRuns } of skills) {
      const [low = Number.NaN, high = Number.NaN] = alwaysValid ?? [];
      expect(truth).toBeGreaterThan(low);
      expect(truth).toBeLessThan(high);
      expect(heldBackRuns).toBeGreaterThan(SESSIONS / 40);
    }
    expect(liftLines(skills, SESSIONS).join('\n')).toContain('truth −40.0; suggested for deprecation');
  });
});
