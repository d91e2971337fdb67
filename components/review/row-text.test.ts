import { describe, expect, it } from 'vitest';
import { queueItem, skill } from './queue-item.fixture.ts';
import {
  adviceText,
  driftText,
  evidenceText,
  groupsOf,
  heldAlike,
  scoreText,
  skillText,
  waitingBySkill,
} from './row-text.ts';

describe('a row of the queue', () => {
  it('names its skill, says that one is new, and counts the others', () => {
    const deploy = skill('sk_1', 'deploy');
    expect(skillText({ skills: [deploy] })).toBe('deploy');
    expect(skillText({ skills: [skill(null, 'replies')] })).toBe('new: replies');
    expect(skillText({ skills: [deploy, skill('sk_2', 'rollout'), skill(null, 'x')] })).toBe(
      'deploy and 2 more',
    );
    expect(skillText({ skills: [] })).toBe('No skill');
  });

  it('counts the runs behind it and how many of them failed, and says nothing where nothing was learned', () => {
    expect(evidenceText({ episodes: 6, failures: 4 })).toBe('6 episodes, 4 failed');
    expect(evidenceText({ episodes: 1, failures: 0 })).toBe('1 episode');
    expect(evidenceText({ episodes: 0, failures: 0 })).toBeNull();
  });

  it('names a single piece of advice and counts several; what holds a change stands where its risk would', () => {
    expect(adviceText({ findings: [], blocking: false })).toBeNull();
    expect(adviceText({ findings: ['secret:password', 'lint:long'], blocking: true })).toBeNull();
    expect(adviceText({ findings: ['lint:long'], blocking: false })).toBe('lint');
    expect(adviceText({ findings: ['lint:long', 'lint:vague'], blocking: false })).toBe('2 notes');
  });

  it('finds those that the same finding holds, by the first of them', () => {
    const held = (id: string, ...findings: string[]) =>
      queueItem({ id, findings, blocking: findings.some((finding) => !finding.startsWith('lint:')) });
    const items = [
      held('a', 'injection:override'),
      held('b', 'secret:jwt'),
      held('c', 'injection:override', 'lint:long'),
      held('d', 'injection:override'),
      held('e', 'lint:long'),
      held('f', 'lint:long'),
    ];
    expect([...heldAlike(items, (id) => id !== 'd')]).toEqual([['a', ['a', 'c']]]);
    expect(heldAlike(items, (id) => id === 'a').size).toBe(0);
  });

  it('shows the score before and after, or the judgement alone', () => {
    expect(scoreText({ evalScore: 0.714, baselineScore: 0.62 })).toBe('0.62 to 0.71');
    expect(scoreText({ evalScore: 0.7, baselineScore: null })).toBe('judged 0.70');
    expect(scoreText({ evalScore: null, baselineScore: 0.62 })).toBeNull();
  });
});

describe('how approving a row would go by now', () => {
  const item = queueItem({ skills: [skill('sk_1', 'deploy')] });

  it('is said in words', () => {
    expect(driftText('blocked', item)).toBe('behind a canary');
    expect(driftText('moved', { skills: [{ ...skill('sk_1', 'deploy'), base: 6, now: 7 }] })).toBe(
      'v6 is now v7',
    );
    expect(driftText('moved', { skills: [{ ...skill(null, 'new'), base: null, now: 1 }] })).toBe(
      'already exists',
    );
    expect(driftText('moved', { skills: [{ ...skill('sk_1', 'gone'), base: 1, now: null }] })).toBe(
      'skill moved',
    );
    expect(driftText('moved', item)).toBe('skill moved');
  });
});

describe('the rows together', () => {
  const one = queueItem({ id: 'cs_1', skills: [skill('sk_1', 'deploy'), skill('sk_2', 'alerts')] });
  const two = queueItem({ id: 'cs_2', skills: [skill('sk_1', 'deploy')] });
  const fresh = queueItem({ id: 'cs_3', skills: [skill(null, 'replies')] });

  it('count how many still wait on each skill, new ones left out', () => {
    expect([...waitingBySkill([one, two, fresh], () => true)]).toEqual([
      ['sk_1', 2],
      ['sk_2', 1],
    ]);
    expect([...waitingBySkill([one, two], (id) => id === 'cs_2')]).toEqual([['sk_1', 1]]);
  });

  it('stand in groups of neighbours by the first name among their skills', () => {
    const alerts = queueItem({ id: 'cs_4', skills: [skill('sk_2', 'alerts')] });
    const groups = groupsOf([alerts, one, two, fresh]).map(({ name, items }) => [
      name,
      items.map(({ id }) => id),
    ]);
    expect(groups).toEqual([
      ['alerts', ['cs_4', 'cs_1']],
      ['deploy', ['cs_2']],
      ['New skills', ['cs_3']],
    ]);
  });
});
