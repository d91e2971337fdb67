/** Agents that forget, in front of a gateway: the moment helps as far as they forget, and no further. */
import { describe, expect, it } from 'vitest';
import { FORGETTING, type Session } from './agent.ts';
import { compareMoments, renderMoments, successes } from './report.ts';

const WORLDS = 4;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function compare(halfLife: number) {
  const forgetting = { ...FORGETTING, halfLife };
  const results = await compareMoments(1, WORLDS, forgetting);
  const success = (arm: Session['arm']) => mean(successes(results, arm));
  return { results, success, sessions: results.flatMap(({ sessions }) => sessions), forgetting };
}

describe('rules at the start, at the moment, with both', { timeout: 120_000 }, () => {
  it('differ where agents forget', async () => {
    const { results, success, sessions, forgetting } = await compare(4);
    expect(success('moment') - success('start')).toBeGreaterThan(0.25);
    expect(success('both') - success('start')).toBeGreaterThan(0.25);
    expect(success('start')).toBeGreaterThan(success('none') - 0.05);
    const of = (arm: Session['arm']) => sessions.filter((session) => session.arm === arm);
    expect(of('none').some(({ characters, asked }) => characters + asked > 0)).toBe(false);
    expect(of('start').some(({ asked }) => asked > 0)).toBe(false);
    expect(of('moment').every(({ calls, asked, shown }) => calls > asked && asked >= shown)).toBe(true);
    expect(mean(of('moment').map(({ characters }) => characters))).toBeLessThan(
      mean(of('both').map(({ characters }) => characters)),
    );
    expect(results.every(({ followed, broken }) => followed > broken)).toBe(true);
    expect(renderMoments(results, forgetting).join('\n')).toContain(`${WORLDS} worlds`);
  });

  it('are alike where agents never forget', async () => {
    const { success } = await compare(Number.POSITIVE_INFINITY);
    expect(Math.abs(success('moment') - success('start'))).toBeLessThan(0.15);
    expect(success('start') - success('none')).toBeGreaterThan(0.25);
  });
});
