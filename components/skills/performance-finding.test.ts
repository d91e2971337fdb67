import { describe, expect, it } from 'vitest';
import { performanceFinding } from './wording.ts';

const row = (
  version: number,
  rate: number | null,
  interval: [number, number],
  arm: string | null = null,
) => ({
  ...{ version, arm },
  success: { evidence: 20, rate, interval },
});

describe('the finding about versions', () => {
  it('claims a difference only where the intervals are apart', () => {
    const better = [row(3, 0.9, [0.8, 0.95]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(better, 3)).toContain('the newer version does better');
    const worse = [row(3, 0.3, [0.2, 0.38]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(worse, 3)).toContain('the newer version does worse');
    const unclear = [row(3, 0.6, [0.5, 0.7]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(unclear, 3)).toContain('neither is clearly better');
  });

  it('leaves the verdict on a version on trial to its canary, and compares it with what is served beside it', () => {
    const rows = [
      row(2, 0.91, [0.59, 0.97], 'candidate'),
      row(1, 0.26, [0.2, 0.34]),
      row(1, 0.43, [0.2, 0.6], 'incumbent'),
    ];
    expect(performanceFinding(rows, 1)).toMatch(
      /^Canary running: the candidate succeeded in 91\u00a0% of runs .*, v1 beside it in 43\u00a0% of runs .*\.$/,
    );
    expect(performanceFinding(rows.slice(0, 2), 1)).toContain('no run beside it has been rewarded yet');
    expect(performanceFinding(rows, 2)).toContain('the newer version does better');
  });

  it('never speaks of what has no evidence as if it had', () => {
    expect(performanceFinding([row(3, null, [0, 1])], 3)).toBe('No run of this skill has been rated yet.');
    const finding = performanceFinding([row(3, null, [0, 1]), row(2, 0.5, [0.4, 0.6])], 3);
    expect(finding).toMatch(
      /^v3 has no evidence yet\. v2 succeeded in 50\u00a0% of runs .*no earlier version/,
    );
  });
});
