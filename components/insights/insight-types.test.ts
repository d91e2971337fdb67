import { expect, it } from 'vitest';
import type { SkillRate } from './insight-types.ts';
import { sortSkills } from './insight-types.ts';

const skill = (name: string, more: Partial<SkillRate> = {}): SkillRate => ({
  ...{ id: name, name, agentId: 'a', version: 1, status: 'active', uses: 0, evidence: 0, rate: null },
  ...{ interval: [0, 1], worth: null, changedAt: '2026-03-01T00:00:00.000Z' },
  ...more,
});
const lift = (effect: number) => ({ worth: { effect } as SkillRate['worth'] });

const SKILLS = [
  skill('b', { uses: 3, rate: 0.5, ...lift(-0.1), changedAt: '2026-03-02T00:00:00.000Z' }),
  skill('c', { uses: 9 }),
  skill('a', { uses: 3, rate: 0.9, ...lift(0.2) }),
];
const names = (...order: [Parameters<typeof sortSkills>[1], boolean]) =>
  sortSkills(SKILLS, ...order).map(({ name }) => name);

it('sorts skills by each column, in either direction; of equal ones by name', () => {
  expect([names('name', false), names('name', true)]).toEqual([
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ]);
  expect([names('uses', false), names('uses', true)]).toEqual([
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
  ]);
  expect(names('changed', false)).toEqual(['b', 'a', 'c']);
});

it('has those last of which nothing is known, in either direction', () => {
  expect([names('success', false), names('success', true)]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
  ]);
  expect([names('lift', false), names('lift', true)]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
  ]);
});
