import { expect, it } from 'vitest';
import { liftsFinding } from './skill-lifts-finding.ts';

const skill = (low: number, high: number) => ({ interval: [low, high] as const });

it.each([
  [
    [skill(0.1, 0.2), skill(-0.3, -0.1), skill(-0.1, 0.1)],
    '1 skill helps, 1 skill hurts, not clear yet for 1 skill.',
  ],
  [[skill(0.1, 0.2), skill(0.1, 0.3)], '2 skills help.'],
  [[skill(-0.2, -0.1), skill(-0.4, -0.3)], '2 skills hurt.'],
  [[skill(-0.1, 0.1)], 'Not clear yet for 1 skill.'],
])('counts those that surely help or hurt: %j', (skills, text) => {
  expect(liftsFinding(skills)).toBe(text);
});
