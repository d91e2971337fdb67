import { describe, expect, it } from 'vitest';
import { performanceFinding } from './performance-finding.ts';

const row = (version: number, rate: number | null, interval: [number, number]) => ({
  version,
  success: { evidence: 20, rate, interval },
});

describe('the finding about versions', () => {
  it('claims a difference only where the intervals are apart', () => {
    const better = [row(3, 0.9, [0.8, 0.95]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(better, 3)).toContain('the newer one does better');
    const worse = [row(3, 0.3, [0.2, 0.38]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(worse, 3)).toContain('the newer one does worse');
    const unclear = [row(3, 0.6, [0.5, 0.7]), row(2, 0.5, [0.4, 0.6])];
    expect(performanceFinding(unclear, 3)).toContain('neither is shown to be better');
  });

  it('never speaks of what has no evidence as if it had', () => {
    expect(performanceFinding([row(3, null, [0, 1])], 3)).toBe('No run of this skill has been rewarded yet.');
    const finding = performanceFinding([row(3, null, [0, 1]), row(2, 0.5, [0.4, 0.6])], 3);
    expect(finding).toMatch(
      /^v3 has no evidence yet\. v2 succeeded in 50\u00a0% of runs .*no earlier version/,
    );
  });
});
