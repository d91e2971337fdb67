/** Curation sees the rules of the skills that matter, and the names of all others. */
import { describe, expect, it } from 'vitest';
import type { Skill } from '../../skills/skill.ts';
import { type Comparable, chooseSkills, contrastTo } from './choose-skills.ts';
import type { Lesson } from './lessons.ts';

function skill(name: string, more: Partial<Skill> = {}): Skill {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    ...{ id: `sk_${name}`, agentId: 'default', name, description: `About ${name}`, version: 1 },
    ...{
      status: 'active',
      pinned: false,
      tags: [],
      uses: 0,
      successRate: null,
      createdAt: at,
      updatedAt: at,
    },
    bullets: [
      {
        ...{
          id: `bl_${name}`,
          section: 'steps',
          content: `Rule of ${name}`,
          issue: '',
          keywords: [],
          sources: [],
        },
        ...{ helpful: 2, harmful: 1, neutral: 0, used: 3, status: 'active' },
      },
    ],
    ...more,
  };
}

function lesson(content: string, name: string | null = null): Lesson {
  return { skill: name, section: 'steps', content, issue: '', keywords: [], episodes: ['ep_1'] };
}

const shown = (skills: Skill[], more: Partial<Parameters<typeof chooseSkills>[1]> = {}) =>
  chooseSkills(skills, { agentId: 'default', lessons: [], served: [], ...more });

describe('the skills that curation sees', () => {
  it('are those served or named by a lesson first, with their rules and what was counted', () => {
    const others = 'abcdefghij'.split('').map((name) => skill(`other-${name}`));
    const skills = [...others, skill('bravo'), skill('zulu')];
    const seen = shown(skills, { served: ['sk_zulu'], lessons: [lesson('Anything at all', 'bravo')] });
    expect(seen.map(({ name }) => name).slice(0, 3)).toEqual(['bravo', 'zulu', 'other-a']);
    expect(seen[0]?.rules).toEqual([
      { id: 'bl_bravo', section: 'steps', content: 'Rule of bravo', helpful: 2, harmful: 1 },
    ]);
    expect(seen[2]?.rules).toBe(null);
  });

  it('then those that the lessons are about', () => {
    const skills = [
      skill('write-poems', { description: 'Compose sonnets about autumn' }),
      skill('refund-invoices', { description: 'Refund invoices that customers paid twice' }),
    ];
    const seen = shown(skills, { lessons: [lesson('Compare invoices before refunding customers')] });
    expect(seen.map(({ name }) => name)).toEqual(['refund-invoices', 'write-poems']);
    expect(seen[0]?.rules).not.toBe(null);
  });

  it('have the archived ones among them, whose names are taken, but not the deprecated ones', () => {
    const skills = [skill('alpha', { status: 'archived' }), skill('bravo', { status: 'deprecated' })];
    expect(shown(skills).map(({ name }) => name)).toEqual(['alpha']);
  });
});

// A contrast is a like run that ended otherwise, and never another user's.

const TASK = 'Deploy the billing service to the staging cluster';

function run(id: string, fields: Partial<Comparable> = {}): Comparable {
  return { id, userId: null, task: TASK, reward: 1, ...fields };
}

const FAILED = run('ep_0', { reward: 0 });

describe('the contrast to a run', () => {
  it('is the run with the likest task that ended otherwise', () => {
    const others = [
      run('ep_1', { task: 'Deploy the billing report to the staging board' }),
      run('ep_2', { task: 'Deploy the billing service to the staging cluster again' }),
      run('ep_3', { reward: 0.2 }),
      run('ep_4', { reward: null }),
    ];
    expect(contrastTo(FAILED, others)?.id).toBe('ep_2');
    expect(contrastTo(run('ep_9'), others)?.id).toBe('ep_3');
  });

  it('is none where no task is alike, or where nobody knows how the run ended', () => {
    expect(contrastTo(FAILED, [run('ep_1', { task: 'Translate the newsletter' })])).toBe(null);
    expect(contrastTo(run('ep_0', { reward: null }), [run('ep_1')])).toBe(null);
    expect(contrastTo(run('ep_0', { task: null, reward: 0 }), [run('ep_1')])).toBe(null);
    expect(contrastTo(FAILED, [FAILED])).toBe(null);
  });

  it('is of the same user or of none', () => {
    const [own, foreign, nobodys] = [run('ep_1', { userId: 'u' }), run('ep_2', { userId: 'v' }), run('ep_3')];
    const ofUser = run('ep_0', { userId: 'u', reward: 0 });
    expect(contrastTo(ofUser, [foreign])).toBe(null);
    expect(contrastTo(ofUser, [own])?.id).toBe('ep_1');
    expect(contrastTo(ofUser, [nobodys])?.id).toBe('ep_3');
    expect(contrastTo(FAILED, [own])).toBe(null);
  });
});
