import { expect, it } from 'vitest';
import { drawMomentArm, MOMENT_ARMS } from './moment-arm.ts';

const draw = (unit: string, share: number) => drawMomentArm({ tenant: 't', agentId: 'a', unit, share });
const units = Array.from({ length: 3000 }, (_, i) => `session:${i}`);

it('draws a share of the sessions, each arm as often', () => {
  const drawn = units.flatMap((unit) => draw(unit, 0.5) ?? []);
  expect(drawn.length / units.length).toBeCloseTo(0.5, 1);
  for (const arm of MOMENT_ARMS) {
    expect(drawn.filter((one) => one === arm).length / drawn.length).toBeCloseTo(1 / 3, 1);
  }
});

it('moves no session to another arm when the share changes', () => {
  expect(units.every((unit) => draw(unit, 0) === null)).toBe(true);
  const small = units.filter((unit) => draw(unit, 0.2) !== null);
  expect(small.length).toBeGreaterThan(0);
  expect(small.every((unit) => draw(unit, 0.2) === draw(unit, 1))).toBe(true);
});
