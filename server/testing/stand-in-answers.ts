/** What a stand-in answers where a test says nothing: fitting answers from which nothing is learned. */

import type { RawAnswer } from '../domain/learning/answers.ts';
import type { Purpose } from '../domain/learning/purpose.ts';

const DEFAULTS: { [P in Purpose]: RawAnswer<P> } = {
  judge_outcome: { outcome: 'unknown', confidence: 0, reason: 'nothing tells' },
  reflect: { summary: 'nothing to learn', tags: [], lessons: [], memories: [] },
  curate: { rationale: 'nothing to change', ops: [] },
  memory: { action: 'add', target: null, content: null, reason: 'it is new' },
  dedup: { merges: [] },
  profile: { profile: 'Nothing is known.' },
  judge_skill: { candidate_score: 0.5, baseline_score: 0.5, reason: 'no difference' },
  evolve: { rationale: 'nothing to change', ops: [] },
  ask: { answer: 'Nothing that was learned answers this.', evidence: [] },
};

/** The answer to a purpose from which nothing follows. */
export function defaultAnswer(purpose: Purpose): unknown {
  return DEFAULTS[purpose];
}
