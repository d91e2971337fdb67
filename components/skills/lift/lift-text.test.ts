import { expect, it } from 'vitest';
import { liftFinding, type SkillLift } from '../wording.ts';

const lift = (
  effect: number | null,
  effectAlwaysValid: [number, number] | null,
  heldBackN = 30,
): SkillLift => ({
  ...{ sessions: 300, servedN: 270, servedSuccess: 0.5, heldBackN, heldBackSuccess: 0.5 },
  ...{ effect, effectAlwaysValid },
});

it.each([
  [
    lift(0.2, [0.05, 0.35]),
    'Runs with the skill succeed more often than runs without it: by 20.0 points, at least 5.0 points.',
  ],
  [
    lift(-0.2, [-0.35, -0.05]),
    'Runs with the skill succeed less often than runs without it: by 20.0 points, at least 5.0 points.',
  ],
  [
    lift(0.02, [-0.04, 0.08]),
    'Not clear yet: runs with the skill succeed between −4.0 and +8.0 points more often than without it.',
  ],
  [lift(null, null, 2), 'Too little evidence yet.'],
  [lift(null, null, 0), 'No evidence yet.'],
])('claims of a skill’s lift what the interval shows: %#', (known, text) => {
  expect(liftFinding(known)).toBe(text);
});
