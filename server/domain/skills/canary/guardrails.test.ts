import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../seeded-random.ts';
import type { Arm } from './arm.ts';
import { compareArms, type Guardrail, readMargins, successGained } from './guardrails.ts';
import { type ArmMeasures, addMeasures, type MeasuredRun, measureRun, NO_MEASURES } from './measures.ts';

const QUIET: MeasuredRun = { durationMs: 1000, toolCalls: [], metadata: {} };

function armOf(runs: readonly Partial<MeasuredRun>[], characters = 1000): ArmMeasures {
  const sums = runs.reduce((sum, run) => addMeasures(sum, measureRun({ ...QUIET, ...run })), NO_MEASURES);
  return { ...sums, characters };
}

/** Runs that alternate around a duration. */
const lasting = (ms: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ durationMs: ms * (index % 2 === 0 ? 0.8 : 1.25) }));
const calling = (calls: number, count: number, error: string | null = null) =>
  Array.from({ length: count }, () => ({ toolCalls: Array.from({ length: calls }, () => ({ error })) }));

function compared(guardrail: Guardrail, incumbent: ArmMeasures, candidate: ArmMeasures, margin?: number) {
  const margins = margin === undefined ? {} : { [guardrail]: margin };
  const found = compareArms({ incumbent, candidate }, margins).find((one) => one.guardrail === guardrail);
  if (found === undefined) throw new Error(`${guardrail} is not compared`);
  return found;
}

describe('the margins', () => {
  it('are read from a list, in any order', () => {
    expect(readMargins('off')).toEqual({});
    expect(readMargins('duration:0.2, tool_errors:0.05,size:1')).toEqual({
      ...{ duration: 0.2, tool_errors: 0.05, size: 1 },
    });
  });

  it.each(['', 'duration', 'speed:0.2', 'duration:-1', 'duration:0.2,', 'size:1,size:2', 'tool_errors:5'])(
    'are not guessed from %j',
    (text) => expect(readMargins(text)).toBeUndefined(),
  );
});

describe('what is measured of a run', () => {
  it('is told where it is known', () => {
    const run = {
      ...{ durationMs: Math.E ** 2, metadata: { usage: { input_tokens: 90, output_tokens: 10 } } },
      toolCalls: [{ error: null }, { error: 'refused' }],
    };
    const { duration, tool_errors, tool_calls, tokens } = measureRun(run);
    expect(duration).toEqual({ n: 1, sum: 2, squares: 4 });
    expect([tool_errors.sum, tool_calls.sum, tool_calls.squares]).toEqual([1, 2, 4]);
    expect(tokens.sum).toBeCloseTo(Math.log(100), 12);
    const silent = measureRun({ durationMs: null, toolCalls: [], metadata: { usage: { input_tokens: 5 } } });
    expect([silent.duration.n, silent.tokens.n, silent.tool_errors]).toEqual([
      ...[0, 0],
      { n: 1, sum: 0, squares: 0 },
    ]);
  });

  it('is gone when the run is taken back', () => {
    const run = measureRun({ ...QUIET, toolCalls: [{ error: 'x' }] });
    expect(addMeasures(addMeasures(NO_MEASURES, run), run, -1)).toEqual(NO_MEASURES);
  });
});

describe('candidate and incumbent', () => {
  it('compare by the ratio of their durations', () => {
    const slow = compared('duration', armOf(lasting(1000, 200)), armOf(lasting(1500, 200)), 0.2);
    expect(slow.change).toBeCloseTo(0.5, 10);
    expect(slow.values.incumbent).toBeCloseTo(1000, 6);
    expect(slow).toMatchObject({ stands: 'broken', runs: { incumbent: 200, candidate: 200 } });
    expect(compared('duration', armOf(lasting(1000, 200)), armOf(lasting(1000, 200)), 0.2).stands).toBe(
      'kept',
    );
    expect(compared('duration', armOf(lasting(1000, 20)), armOf(lasting(1150, 20)), 0.2).stands).toBe('open');
  });

  it('compare by the mean of their tool calls and by the share of runs with a failed one', () => {
    const mixed = (calls: number) => armOf([...calling(calls, 100), ...calling(calls + 2, 100)]);
    const more = compared('tool_calls', mixed(1), mixed(3), 0.2);
    expect(more).toMatchObject({ change: 1, stands: 'broken' });
    expect(more.low).toBeGreaterThan(0.2);
    const failing = armOf([...calling(1, 100, 'x'), ...calling(1, 100)]);
    const worse = compared('tool_errors', armOf(calling(1, 200)), failing, 0.05);
    expect(worse).toMatchObject({ change: 0.5, stands: 'broken' });
    expect(compared('tool_calls', armOf(calling(0, 50)), armOf(calling(0, 50)), 0.2).stands).toBe('kept');
    expect(compared('tool_calls', armOf(calling(0, 50)), armOf(calling(1, 50)), 0.2).stands).toBe('open');
  });

  it('do not compare a share as certain because no case of it was seen yet', () => {
    const few = armOf(calling(1, 20));
    expect(compared('tool_errors', few, few, 0.05).stands).toBe('open');
    const many = armOf(calling(1, 300));
    expect(compared('tool_errors', many, many, 0.05).stands).toBe('kept');
  });

  it('compare by the size of their texts without any run', () => {
    expect(compared('size', armOf([], 1000), armOf([], 1600), 0.5)).toMatchObject({ stands: 'broken' });
    expect(compared('size', armOf([], 1000), armOf([], 1500), 0.5)).toMatchObject({ stands: 'kept' });
  });

  it('say nothing of what no run told, and nothing sure of few', () => {
    const nothing = compared('tokens', armOf([QUIET]), armOf([QUIET]), 0.2);
    expect(nothing).toMatchObject({ change: null, low: null, stands: 'open' });
    const few = compared('duration', armOf(lasting(1, 9)), armOf(lasting(9, 9)), 0.2);
    expect(few).toMatchObject({ low: null, high: null, stands: 'open' });
  });

  it('are told apart where they are equal in at most a tenth of canaries that are watched after each run', () => {
    const random = seededRandom(3);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const draw = (): MeasuredRun => ({
      durationMs: Math.exp(9 + 0.7 * normal()),
      toolCalls: Array.from({ length: Math.floor(6 * random() ** 2) }, () => ({
        error: random() < 0.03 ? 'x' : null,
      })),
      metadata: { usage: { input_tokens: Math.exp(8 + normal()), output_tokens: 50 } },
    });
    const [canaries, length] = [150, 300];
    let told = 0;
    let lost = 0;
    for (let canary = 0; canary < canaries; canary++) {
      const arms = { incumbent: armOf([]), candidate: armOf([]) };
      const evidence = { incumbent: { weight: 0, reward: 0 }, candidate: { weight: 0, reward: 0 } };
      let apart = false;
      let worse = false;
      for (let run = 0; run < length; run++) {
        const arm: Arm = random() < 0.3 ? 'incumbent' : 'candidate';
        arms[arm] = { ...addMeasures(arms[arm], measureRun(draw())), characters: 1000 };
        evidence[arm].weight += 1;
        evidence[arm].reward += random() < 0.8 ? 1 : 0;
        apart ||= compareArms(arms, {}).some(({ low, high }) => (low ?? 0) > 0 || (high ?? 0) < 0);
        worse ||= successGained(evidence).low > 0;
      }
      told += Number(apart);
      lost += Number(worse);
    }
    expect(told / canaries).toBeLessThanOrEqual(0.1);
    expect(lost / canaries).toBeLessThanOrEqual(0.1);
  });
});
