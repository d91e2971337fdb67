/** A contrast is a like run that ended otherwise, and never another user's. */
import { describe, expect, it } from 'vitest';
import { type Comparable, contrastTo } from './contrast.ts';

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

  it('is the newest of several that are equally alike', () => {
    expect(contrastTo(FAILED, [run('ep_2'), run('ep_1')])?.id).toBe('ep_2');
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
