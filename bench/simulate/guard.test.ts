import { describe, expect, it } from 'vitest';
import { GUARD_CELLS, simulateGuard } from './guard-cells.ts';

const SETUP = { floor: 0.1, bounds: { threshold: 0.95, minSamples: 20, maxSamples: 300 }, seed: 2 };
const CANARIES = 120;

/** A higher boundary than calibration gives: 2.6 for each rate. */
const BOUNDARIES = Array.from({ length: 19 }, () => 2.6);

function simulated(name: string, canaries = CANARIES) {
  const cell = GUARD_CELLS.findIndex((one) => one.name === name);
  const setup = { ...SETUP, boundaries: BOUNDARIES, cell, canaries };
  const { promoted, held } = simulateGuard(setup).posterior;
  return { promoted: promoted / canaries, held: held / canaries };
}

describe('canaries with guardrails on simulated traffic', () => {
  it('hold what is better but slow, or fails more often, and promote what is better at the same cost', () => {
    expect(simulated('+20 points, 50 % slower').promoted).toBeLessThanOrEqual(0.02);
    expect(simulated('+20 points, 50 % slower').held).toBeGreaterThan(0.9);
    expect(simulated('+20 points, tools fail in 15 points more').promoted).toBeLessThanOrEqual(0.05);
    expect(simulated('+20 points, as costly').promoted).toBeGreaterThan(0.45);
  });

  it('promote what is at a margin in at most a tenth', () => {
    expect(simulated('+20 points, 20 % slower (the margin)').promoted).toBeLessThanOrEqual(0.1);
    // These take ten times as many runs.
    expect(simulated('−10 points (the margin), 40 % faster', 30).promoted).toBeLessThanOrEqual(0.1);
  });

  it('promote many that are as good and faster', () => {
    expect(simulated('equal at 0.9, 40 % faster').promoted).toBeGreaterThan(0.45);
  });

  it('hold hardly any whose runs are alike', () => {
    expect(simulated('equal').held).toBeLessThanOrEqual(0.1);
  });
});
