import { describe, expect, it } from 'vitest';
import { reasonWords, scoreParts, servedSentence, skippedSentence } from './wording.ts';

describe('the explanation of a recall', () => {
  it('names figures and words, and passes over what it cannot read', () => {
    const terms = [{ word: 'depot', weight: 3 }, 7, null];
    const parts = { lexical: 0.4, standing: true, advice: true, terms, odd: {} };
    expect(scoreParts(parts)).toEqual({
      figures: [{ key: 'lexical', label: 'matching words', value: 0.4 }],
      standing: true,
      advice: true,
      words: ['depot'],
    });
    expect(scoreParts({})).toEqual({ figures: [], standing: false, advice: false, words: [] });
  });

  it('shows a reason that it does not know in its own word', () => {
    expect(reasonWords('below_minimum').label).toBe('below the minimum');
    expect(reasonWords('held_back').label).toBe('held back');
    expect(reasonWords('some_other').label).toBe('some other');
  });

  it('counts what was served', () => {
    expect(servedSentence(1, 0, { profile: false })).toBe('Served 1 skill and 0 memories.');
    expect(servedSentence(2, 1, { profile: true })).toBe('Served 2 skills, 1 memory and the user’s profile.');
    expect(servedSentence(0, 1, { profile: false, holdout: true })).toContain('Holdout');
  });

  it('says what the text left out', () => {
    expect(skippedSentence(false)).toBe('');
    expect(skippedSentence(true)).toContain('already has it');
    expect(skippedSentence(false, 2)).toContain('leaves out 2 rules');
  });
});
