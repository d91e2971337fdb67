import { expect, it } from 'vitest';
import type { SkillRate } from './insight-types.ts';
import { findingOf } from './skills-finding.ts';

const skill = (name: string, low: number, high: number): SkillRate => ({
  ...{ id: name, agentId: 'a', name, version: 1, status: 'active', uses: 9, evidence: 9, rate: 0.5 },
  interval: [low, high],
  worth: null,
  changedAt: '2026-03-01T00:00:00.000Z',
});

it('says which skill does best only where its interval lies above all others', () => {
  expect(findingOf([skill('alone', 0.9, 0.99)], null)).toBe('');
  expect(findingOf([skill('one', 0.6, 0.9), skill('two', 0.5, 0.95)], null)).toBe('');
  expect(findingOf([skill('one', 0.8, 0.9), skill('two', 0.5, 0.75)], null)).toBe(
    'one has the highest rate for certain: at least 80 %.',
  );
});

it('names skills that surely fail, or that clearly differ from runs without skills, and nothing else', () => {
  expect(findingOf([skill('one', 0.2, 0.45), skill('two', 0.1, 0.4)], null)).toBe(
    '2 skills clearly fail more often than they succeed.',
  );
  const without = { mean: 0.6, low: 0.55, high: 0.65 };
  expect(findingOf([skill('one', 0.7, 0.9), skill('two', 0.5, 0.8)], without)).toBe(
    'Runs with 1 of 2 skills clearly succeed more often than runs without skills.',
  );
  expect(findingOf([skill('one', 0.5, 0.6), skill('two', 0.3, 0.54)], without)).toBe(
    'Runs with 1 of 2 skills clearly succeed less often than runs without skills.',
  );
});
