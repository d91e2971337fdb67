import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { curateAnswer, lessonsAnswer, MAX_ANSWER_OPS, memoryAnswer } from './answers.ts';

/** Where an answer does not fit; undefined where it does. */
const faultAt = (schema: z.ZodType, answer: unknown) =>
  schema.safeParse(answer).error?.issues[0]?.path.join('.');

const ops = (...items: unknown[]) => ({ rationale: 'because', ops: items });
const ADD = {
  op: 'add',
  skill: 'refunds',
  section: 'steps',
  content: 'Check the order first',
  issue: '',
  keywords: [],
  reason: '',
};

describe('proposed operations', () => {
  it('may leave out what has a default, and lose what no operation has', () => {
    const answer = ops({
      op: 'add',
      skill: 'refunds',
      content: 'Check the order first',
      position: 0,
      tenant: 'other',
    });
    expect(curateAnswer.parse(answer).ops).toEqual([
      {
        op: 'add',
        skill: 'refunds',
        section: 'steps',
        content: 'Check the order first',
        issue: '',
        keywords: [],
        reason: '',
      },
    ]);
  });

  it('are refused beyond the bounds of a rule, a description and a list', () => {
    expect(faultAt(curateAnswer, ops({ ...ADD, content: 'xy' }))).toBe('ops.0.content');
    expect(faultAt(curateAnswer, ops({ ...ADD, content: 'x'.repeat(2001) }))).toBe('ops.0.content');
    expect(faultAt(curateAnswer, ops({ ...ADD, keywords: Array.from({ length: 21 }, () => 'k') }))).toBe(
      'ops.0.keywords',
    );
    expect(
      faultAt(curateAnswer, ops({ op: 'set_description', skill: 's', description: 'x'.repeat(1025) })),
    ).toBe('ops.0.description');
    expect(faultAt(curateAnswer, ops({ op: 'create_skill', name: '—', description: '' }))).toBe('ops.0.name');
    expect(curateAnswer.safeParse(ops(...Array.from({ length: MAX_ANSWER_OPS }, () => ADD))).success).toBe(
      true,
    );
    expect(faultAt(curateAnswer, ops(...Array.from({ length: 500 }, () => ADD)))).toBe('ops');
  });

  it('give a new skill a name that is one', () => {
    const [op] = curateAnswer.parse(
      ops({ op: 'create_skill', name: 'Order processing', description: '' }),
    ).ops;
    expect(op).toMatchObject({ name: 'order-processing' });
  });

  it('cannot carry NUL or half characters into the database', () => {
    const [op] = curateAnswer.parse(ops({ ...ADD, content: 'a\0b\uD800c' })).ops;
    expect(op).toMatchObject({ content: 'a\uFFFDb\uFFFDc' });
  });
});

describe('other answers', () => {
  it('take null and absence for a lesson without a skill', () => {
    const lesson = {
      content: 'Check the order first',
      section: 'pitfalls',
      issue: null,
      keywords: null,
      episodes: ['ep_1'],
    };
    const answer = { summary: '', tags: [], memories: [], lessons: [{ ...lesson, skill: null }, lesson] };
    const read = { skill: null, content: lesson.content, issue: '', keywords: [] };
    expect(lessonsAnswer.parse(answer).lessons).toMatchObject([read, read]);
  });

  it('refuse a memory of blanks and one that is too long', () => {
    const memories = (content: string) => ({
      summary: '',
      tags: [],
      lessons: [],
      memories: [{ kind: 'fact', content, user_specific: false }],
    });
    expect(faultAt(lessonsAnswer, memories(' \n '))).toBe('memories.0.content');
    expect(faultAt(lessonsAnswer, memories('x'.repeat(4001)))).toBe('memories.0.content');
  });

  it('take blank wording for none', () => {
    const answer = { action: 'noop', target: 'mem_1', content: '  ', reason: '' };
    expect(memoryAnswer.parse(answer)).toEqual({ ...answer, content: null });
  });
});
