/** The truth follows from the texts that are served, no matter who wrote them. */
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from './scenarios.ts';
import { expectedSuccess, makeWorld, toolsForbidden, toolsTold } from './world.ts';

describe('a rule', () => {
  it('tells the tools that it names, except those that it says to leave out', () => {
    const rule = 'Go straight to `start_rollout` and leave out `run_checks`: `read_log` is enough.';
    expect([...toolsTold([rule])]).toEqual(['start_rollout', 'read_log']);
    expect([...toolsForbidden([rule])]).toEqual(['run_checks']);
  });

  it('is overruled by another one that forbids its tool', () => {
    expect([...toolsTold(['Wait for `run_checks`', 'Work without `run_checks`'])]).toEqual([]);
  });
});

describe.each(SCENARIOS.map((kind) => [kind.skill, kind] as const))('in %s', (_, kind) => {
  it('the skill as it was written helps, and no chance exceeds 1', () => {
    expect(expectedSuccess(kind, kind.rules)).toBeGreaterThan(expectedSuccess(kind, []));
    const all = kind.steps.map(({ tool }) => `Call \`${tool}\``);
    expect(expectedSuccess(kind, all)).toBeLessThan(0.95);
  });

  it('what is planted makes the difference that a canary can see', () => {
    const [tool] = kind.steps.map((step) => step.tool).slice(kind.part === 'shortcut' ? 0 : 1);
    const planted = kind.part === 'shortcut' ? `Work without \`${tool}\`` : `Call \`${tool}\` first`;
    const effect = expectedSuccess(kind, [...kind.rules, planted]) - expectedSuccess(kind, kind.rules);
    expect(kind.part === 'shortcut' ? -effect : effect).toBeGreaterThan(0.35);
  });
});

describe('a world', () => {
  it('is the same for the same seed, and has one kind of task of each part', () => {
    expect(makeWorld(7)).toEqual(makeWorld(7));
    expect(makeWorld(7)).not.toEqual(makeWorld(8));
    expect(makeWorld(7).kinds.map(({ part }) => part)).toEqual(['cure', 'shortcut', 'gap']);
  });

  it('has a wish that changes into another one', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { first, then } = makeWorld(seed).wish;
      expect(then).not.toBe(first);
    }
  });
});
