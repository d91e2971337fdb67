/** Lessons rest on runs that were shown, and those that say the same become one. */
import { describe, expect, it } from 'vitest';
import { type Lesson, lessonsOf, mergeLessons } from './lessons.ts';

function lesson(content: string, fields: Partial<Lesson> = {}): Lesson {
  return { skill: 'upload', section: 'steps', content, issue: '', keywords: [], episodes: [], ...fields };
}

describe('lessons of a run', () => {
  it('rest on that run and on those that the model was shown, never on made-up ids', () => {
    const [first] = lessonsOf(
      [lesson('Retry failed uploads', { episodes: ['ep_2', 'ep_foreign', 'ep_1'] })],
      'ep_1',
      ['ep_1', 'ep_2'],
    );
    expect(first?.episodes).toEqual(['ep_1', 'ep_2']);
  });

  it('are a dozen at most', () => {
    const many = Array.from({ length: 200 }, (_, at) => lesson(`Lesson number ${at}`));
    expect(lessonsOf(many, 'ep_1', ['ep_1'])).toHaveLength(12);
  });
});

describe('lessons of several runs', () => {
  it('that say the same become one that rests on all of their episodes', () => {
    const merged = mergeLessons([
      lesson('Log each upload', { episodes: ['ep_3'] }),
      lesson('Retry failed uploads', { episodes: ['ep_1'], keywords: ['retry'] }),
      lesson('retry failing uploads', { episodes: ['ep_2'], keywords: ['upload'], issue: 'flaky network' }),
    ]);
    expect(merged).toEqual([
      lesson('Retry failed uploads', {
        episodes: ['ep_1', 'ep_2'],
        keywords: ['retry', 'upload'],
        issue: 'flaky network',
      }),
      lesson('Log each upload', { episodes: ['ep_3'] }),
    ]);
  });

  it('keep the wording that says more', () => {
    const [only] = mergeLessons([
      lesson('Validate customer VAT numbers'),
      lesson('Validate customer VAT numbers for EU invoices'),
    ]);
    expect(only?.content).toBe('Validate customer VAT numbers for EU invoices');
  });

  it('for different skills stay apart', () => {
    const both = [lesson('Retry failed uploads'), lesson('Retry failed uploads', { skill: null })];
    expect(mergeLessons(both)).toEqual(both);
  });

  it('are forty at most', () => {
    const many = Array.from({ length: 100 }, (_, at) => lesson(`Check part ${at} of the form twice`));
    expect(mergeLessons(many)).toHaveLength(40);
  });
});
