/** What code decides of lessons, and what it leaves to a model. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../skills/changesets/ops.ts';
import type { Skill } from '../../skills/skill.ts';
import type { Lesson } from './lessons.ts';
import { additionsOf, completeOps, separateProposed, sortLessons, unusedLessons } from './sort-lessons.ts';

const lesson = (content: string, more: Partial<Lesson> = {}): Lesson => ({
  ...{ skill: 'deploy-billing', section: 'steps', content, issue: '', keywords: [], episodes: ['ep_1'] },
  ...more,
});

const WRITTEN = '2026-05-01T00:00:00.000Z';

const skill = (name: string, rules: string[], more: Partial<Skill> = {}): Skill => ({
  ...{ id: `sk_${name}`, agentId: 'agent', name, description: name, version: 1, status: 'active', tags: [] },
  ...{ pinned: false, uses: 0, successRate: null, createdAt: WRITTEN, updatedAt: WRITTEN },
  bullets: rules.map((content, at) => ({
    ...{ id: `bl_${at}`, section: 'steps', content, issue: '', keywords: [], status: 'active', sources: [] },
    ...{ helpful: 0, harmful: 0, neutral: 0, used: 0 },
  })),
  ...more,
});

const MIGRATE = 'Run the database migrations before the service restarts';
const NOTHING = { agentId: 'agent', skills: [], open: [], rejected: [] };
const change = (id: string, content: string) => ({
  id,
  ops: [
    {
      op: 'add' as const,
      skill: 'deploy-billing',
      section: 'steps' as const,
      content,
      issue: '',
      keywords: [],
    },
  ],
});

describe('a lesson', () => {
  const sorted = (one: Lesson, more: object = {}) => {
    const { added, proposed, present, undecided } = sortLessons([one], { ...NOTHING, ...more });
    if (added.length > 0) return 'added';
    if (present.length > 0) return 'present';
    return undecided.length > 0 ? 'undecided' : proposed[0]?.changeset;
  };

  it('that resembles nothing is added as it is', () => {
    expect(sorted(lesson(MIGRATE))).toBe('added');
    expect(
      sorted(lesson(MIGRATE), { skills: [skill('deploy-billing', ['Tell the team in the channel'])] }),
    ).toBe('added');
  });

  it('that a rule or an open change says is not proposed again', () => {
    const skills = [skill('deploy-billing', [MIGRATE])];
    expect(sorted(lesson(`${MIGRATE}.`), { skills })).toBe('present');
    expect(sorted(lesson(`${MIGRATE}.`), { open: [change('cs_1', MIGRATE)] })).toBe('cs_1');
  });

  it('that resembles a rule, an open or a refused change is a model’s to decide', () => {
    const alike = lesson('Run the database migrations after the service restarts');
    expect(sorted(alike, { skills: [skill('deploy-billing', [MIGRATE])] })).toBe('undecided');
    expect(sorted(alike, { open: [change('cs_1', MIGRATE)] })).toBe('undecided');
    expect(sorted(lesson(MIGRATE), { rejected: [change('cs_1', MIGRATE)] })).toBe('undecided');
  });

  it('that names no skill, or one that learning may not change, is a model’s to decide', () => {
    expect(sorted(lesson(MIGRATE, { skill: null }))).toBe('undecided');
    const shared = skill('deploy-billing', ['Tell the team'], { agentId: '*' });
    expect(sorted(lesson(MIGRATE), { skills: [shared] })).toBe('undecided');
  });
});

describe('additions', () => {
  it('go to the skill that is meant, however its name is written, else to one new skill a name', () => {
    const lessons = [
      lesson('One thing', { skill: 'Deploy Billing' }),
      lesson('Another thing', { skill: 'Order processing', description: 'Process an order' }),
      lesson('A third thing', { skill: 'order-processing' }),
    ];
    expect(additionsOf(lessons, { agentId: 'agent', skills: [skill('deploy-billing', [])] })).toMatchObject([
      { op: 'add', skill: 'deploy-billing', content: 'One thing' },
      {
        ...{ op: 'create_skill', name: 'order-processing', description: 'Process an order' },
        bullets: [{ content: 'Another thing' }, { content: 'A third thing' }],
      },
    ]);
  });

  it('never take the name of a skill that is shared', () => {
    const shared = skill('deploy-billing', [], { agentId: '*' });
    const [op] = additionsOf([lesson('One thing')], { agentId: 'agent', skills: [shared] });
    expect(op).toMatchObject({ op: 'create_skill', name: 'deploy-billing-learned' });
  });
});

describe('what a model answers', () => {
  const add = (name: string, content = MIGRATE): Operation => ({
    ...{ op: 'add', skill: name, section: 'steps', content, issue: '', keywords: [] },
  });

  it('creates the skill that an addition names and nobody has, but makes no skill of an id', () => {
    const taught = [lesson(MIGRATE, { description: 'Deploy services' })];
    const ops = [add('Deploy things'), add('sk_made_up')];
    expect(completeOps(ops, taught, { skills: [] })).toMatchObject([
      {
        op: 'create_skill',
        name: 'deploy-things',
        description: 'Deploy services',
        bullets: [{ content: MIGRATE }],
      },
      { op: 'add', skill: 'sk_made_up' },
    ]);
  });

  it('is not proposed again where an open change makes the rule, whose runs become more', () => {
    const other = 'Watch the error rate for ten minutes';
    const open = [change('cs_1', MIGRATE)];
    const twice = {
      ...{ op: 'create_skill' as const, name: 'deploying', description: 'Deploy', tags: [] },
      bullets: [MIGRATE, other].map((content) => ({
        content,
        section: 'steps' as const,
        issue: '',
        keywords: [],
      })),
    };
    const taught = lesson('Run migrations before the service restarts');
    expect(separateProposed([add('deploy-billing'), twice], [taught], { open })).toMatchObject({
      ops: [{ op: 'create_skill', bullets: [{ content: other }] }],
      proposed: [
        { lesson: taught, changeset: 'cs_1' },
        { lesson: taught, changeset: 'cs_1' },
      ],
    });
  });

  it('leaves the lessons unused that none of its operations takes up', () => {
    const other = lesson('Watch the error rate for ten minutes');
    const ops = change('cs', 'Run all database migrations before each service restarts').ops;
    expect(unusedLessons([lesson(MIGRATE), other], ops)).toEqual([other]);
  });
});
