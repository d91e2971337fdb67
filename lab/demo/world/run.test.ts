/** Simulated runs succeed as often as the world says, and tell no more than a run would. */

import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { run, type Served } from './run.ts';
import { expectedSuccess, makeWorld } from './world.ts';

const RUNS = 4000;
/** Four standard errors of a share of that many runs. */
const NEAR = (4 * 0.5) / Math.sqrt(RUNS);

function served(rules: readonly string[]): Served {
  return { skills: [{ bullets: rules.map((content) => ({ content })) }], profile: null };
}

describe.each(makeWorld(3).kinds.map((kind) => [kind.skill, kind] as const))('runs of %s', (_, kind) => {
  it.each([
    ['without rules', []],
    ['with the rules as they were written', kind.rules],
    ['with every step told', kind.steps.map(({ tool }) => `Call \`${tool}\``)],
    ['with every step forbidden', kind.steps.map(({ tool }) => `Skip \`${tool}\``)],
  ])('succeed %s as often as expected', (_case, rules) => {
    const random = seededRandom(17);
    const task = { kind, task: 't', user: 'ada', wish: null };
    const good = Array.from(
      { length: RUNS },
      () => run(task, served(rules), random).episode.verification.passed,
    );
    const share = good.filter((passed) => passed === true).length / RUNS;
    expect(Math.abs(share - expectedSuccess(kind, rules))).toBeLessThan(NEAR);
  });

  it('name a remedy only where a step that was left out made them fail', () => {
    const random = seededRandom(18);
    const all = kind.steps.map(({ tool }) => `Call \`${tool}\``);
    const task = { kind, task: 't', user: 'ada', wish: null };
    const errors = (rules: readonly string[]) =>
      new Set(Array.from({ length: RUNS }, () => run(task, served(rules), random).episode.error));
    expect([...errors(all)].some((error) => error?.includes('has to come first'))).toBe(false);
    expect([...errors([])].some((error) => error?.includes('has to come first'))).toBe(
      kind.part !== 'shortcut',
    );
  });
});

describe('a user with a wish', () => {
  it('states it until a report looks so', () => {
    const [kind] = makeWorld(3).kinds;
    if (kind === undefined) throw new Error('a world has kinds of tasks');
    const task = { kind, task: 't', user: 'ada', wish: 'a short table' };
    const content = 'The user prefers status reports as a short table.';
    const unknown = run(task, served([]), seededRandom(1));
    const known = run(task, { ...served([]), profile: `- ${content}` }, seededRandom(1));
    expect(unknown.isAsWished).toBe(false);
    expect(unknown.episode.messages.at(-1)?.content).toContain('I prefer status reports as a short table.');
    expect(known.isAsWished).toBe(true);
    expect(known.episode.messages.at(-1)?.content).not.toContain('prefer');
  });
});
