/** Lessons rest on runs that were shown, and those that say the same become one. */
import { describe, expect, it } from 'vitest';
import { MEMORY_KINDS } from '../../memories/memory.ts';
import { keepUsableLessons, type Lesson, lessonOwner, mergeLessons } from './lessons.ts';

function lesson(content: string, fields: Partial<Lesson> = {}): Lesson {
  return { skill: 'upload', section: 'steps', content, issue: '', keywords: [], episodes: [], ...fields };
}

describe('lessons of a run', () => {
  it('rest on that run and on those that the model was shown, never on made-up ids', () => {
    const [first] = keepUsableLessons(
      [lesson('Retry failed uploads', { episodes: ['ep_2', 'ep_foreign', 'ep_1'] })],
      { id: 'ep_1', toolCalls: [] },
      ['ep_1', 'ep_2'],
    );
    expect(first?.episodes).toEqual(['ep_1', 'ep_2']);
  });

  it('are a dozen at most', () => {
    const many = Array.from({ length: 200 }, (_, at) => lesson(`Lesson number ${at}`));
    expect(keepUsableLessons(many, { id: 'ep_1', toolCalls: [] }, ['ep_1'])).toHaveLength(12);
  });
});

describe('the conditions of a lesson', () => {
  const call = { name: 'execute_sql', arguments: { query: 'SELECT 1' }, result: null, error: 'no table' };
  const conditionsOf = (condition: object) =>
    keepUsableLessons(
      [lesson('List the tables first', { applies_when: [condition] })],
      { id: 'ep_1', toolCalls: [call] },
      ['ep_1'],
    )[0]?.applies_when;

  it('lose what no call of the tool has', () => {
    expect(conditionsOf({ tool: 'execute_sql', path: '/data/ep_1', command: 'run', error: 'no*' })).toEqual([
      { tool: 'execute_sql', error: 'no*' },
    ]);
  });

  it.each([
    { tool: 'execute_sql', argument: { name: 'query', value: 'SELECT*' } },
    { tool: 'git', command: 'git push*' },
    { command: 'git push*' },
  ])('stay as they are: %j', (condition) => {
    expect(conditionsOf(condition)).toEqual([condition]);
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
        description: '',
      }),
      lesson('Log each upload', { episodes: ['ep_3'] }),
    ]);
  });
});

// Who owns what was learned.

describe('a learned memory', () => {
  it.each(MEMORY_KINDS)('belongs to the user of its run: %j', (kind) => {
    for (const userSpecific of [true, false]) {
      expect(lessonOwner({ kind, userSpecific }, { userId: 'u', shareLearnedFacts: false })).toBe('u');
    }
  });

  it('is shared on purpose only where it is no preference and about no user in particular', () => {
    const owners = MEMORY_KINDS.flatMap((kind) =>
      [true, false].map((userSpecific) => [
        kind,
        userSpecific,
        lessonOwner({ kind, userSpecific }, { userId: 'u', shareLearnedFacts: true }),
      ]),
    );
    expect(owners).toEqual([
      ['fact', true, 'u'],
      ['fact', false, null],
      ['preference', true, 'u'],
      ['preference', false, 'u'],
      ['lesson', true, 'u'],
      ['lesson', false, null],
    ]);
  });
});
