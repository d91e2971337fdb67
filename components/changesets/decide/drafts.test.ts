import { describe, expect, it } from 'vitest';
import { discardDrafts, draftOf, keepDraft } from './drafts.ts';

describe('what a reviewer has begun', () => {
  it('is kept for each changeset and each kind of its own', () => {
    keepDraft('cs_1', 'comment', 'Half a');
    keepDraft('cs_1', 'rejection', { chosen: ['unsafe'], words: '' });
    keepDraft('cs_2', 'comment', 'Another');
    expect(draftOf('cs_1', 'comment')).toBe('Half a');
    expect(draftOf('cs_1', 'rejection')).toEqual({ chosen: ['unsafe'], words: '' });
    keepDraft('cs_1', 'comment', undefined);
    expect(draftOf('cs_1', 'comment')).toBeUndefined();
    expect(draftOf('cs_1', 'rejection')).toBeDefined();
    expect(draftOf('cs_2', 'comment')).toBe('Another');
  });

  it('goes with the decision, except for a comment for the history', () => {
    keepDraft('cs_3', 'amendment', { ops: [], expect: '', drafts: [], comment: '' });
    keepDraft('cs_3', 'rejection', { chosen: [], words: 'no' });
    keepDraft('cs_3', 'comment', 'later');
    discardDrafts('cs_3');
    const kinds = (['amendment', 'rejection', 'comment'] as const).map((kind) => draftOf('cs_3', kind));
    expect(kinds).toEqual([undefined, undefined, 'later']);
  });
});
