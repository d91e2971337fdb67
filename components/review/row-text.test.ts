import { describe, expect, it } from 'vitest';
import { queueItem, skill } from './queue-item.fixture.ts';
import { groupsOf, heldAlike, learnedText, waitingBySkill } from './row-text.ts';

describe('a row of the queue', () => {
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
});

describe('a row that waits for its sources', () => {
  const tool = (name: string) => ({ kind: 'tool' as const, name, runs: 1 });
  const held = (id: string, ...names: string[]) =>
    queueItem({
      ...{ id, sources: [...names, 'lookup'].map(tool) },
      because: names.map((name) => `learned from a run that had read \`${name}\``),
    });

  it('names those that hold it, else those that taught it', () => {
    expect(learnedText(held('a', 'web_fetch'))).toBe('from web_fetch');
    expect(learnedText(held('a', 'web_fetch', 'read_mail', 'rss'))).toBe('from web_fetch and 2 more');
    expect(learnedText(held('a'))).toBe('from lookup');
    expect(learnedText(queueItem())).toBe(null);
  });

  it('is found beside those that wait for the same', () => {
    const items = [
      held('a', 'web_fetch'),
      held('b', 'read_mail'),
      held('c', 'web_fetch'),
      held('d'),
      held('e'),
    ];
    expect([...heldAlike(items, () => true)]).toEqual([['a', ['a', 'c']]]);
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
