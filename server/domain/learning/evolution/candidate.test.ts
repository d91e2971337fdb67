import { expect, it } from 'vitest';
import { bestCandidate, type Candidate } from './candidate.ts';

const candidate = (rationale: string, score: number, baseline: number): Candidate => ({
  ...{ ops: [], episodeIds: [], rationale },
  ...{ score, baseline },
});

it('the best candidate gains most, whatever its score', () => {
  const tried = [candidate('a', 0.8, 0.7), candidate('b', 0.7, 0.4), candidate('c', 0.5, 0.25)];
  expect(bestCandidate(tried)?.rationale).toBe('b');
});

it('there is none where none beats the baseline', () => {
  expect(bestCandidate([candidate('a', 0.5, 0.5), candidate('b', 0.4, 0.9)])).toBeNull();
  expect(bestCandidate([])).toBeNull();
});
