import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleState, SkillState } from '../../skills/changesets/changeset.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import { bestChange, evolutionOps, hasFailed, minibatch, type TriedChange } from './evolution-ops.ts';

const RULE = 'Check the captured amount in the ledger before any refund is made to the customer';
const rule: RuleState = {
  ...{ id: 'bl_1', section: 'steps', content: RULE, issue: '', keywords: [], status: 'active', sources: [] },
  ...{ helpful: 0, harmful: 0, neutral: 0, used: 0 },
};
const skill: SkillState = {
  ...{ id: 'sk_1', name: 'refund', description: 'Refunds', tags: [], frontMatter: {} },
  bullets: [rule],
};

const check = (ops: Operation[], limit = 18) => evolutionOps(ops, { skill, limit });
const add = (content: string): Operation => ({
  ...{ op: 'add', skill: 'refund', section: 'steps', content, issue: '', keywords: [] },
});

describe('operations of an evolution', () => {
  it('change the one skill', () => {
    const ops = [add('Explain every refusal with the policy that it rests on')];
    expect(check(ops)).toEqual({ kept: ops, refused: {} });
  });

  it('leave other skills and new ones alone', () => {
    const ops: Operation[] = [
      { op: 'set_description', skill: 'of-another', description: 'Mine now' },
      { op: 'create_skill', name: 'brand-new', description: '', tags: [], bullets: [] },
    ];
    expect(check(ops)).toEqual({ kept: [], refused: { other_skill: 2 } });
  });

  it('name no rule that the skill does not have', () => {
    const ops: Operation[] = [{ op: 'remove', skill: 'sk_1', bullet: 'bl_of_another', merged_into: null }];
    expect(check(ops)).toEqual({ kept: [], refused: { unknown_bullet: 1 } });
  });

  it('are as many as the limit allows, however many were answered', () => {
    const many = Array.from({ length: 200 }, (_, at) => add(`Verify item number ${at} of the checklist`));
    const { kept, refused } = check(many);
    expect(kept).toHaveLength(18);
    expect(kept.length + Object.values(refused).reduce((sum, some) => sum + some, 0)).toBe(200);
  });
});

const candidate = (rationale: string, score: number, baseline: number): TriedChange => ({
  ...{ ops: [], episodeIds: [], rationale },
  ...{ score, baseline },
});

it('the best candidate gains most, whatever its score', () => {
  const tried = [candidate('a', 0.8, 0.7), candidate('b', 0.7, 0.4), candidate('c', 0.5, 0.25)];
  expect(bestChange(tried)?.rationale).toBe('b');
});

const run = (id: string, reward: number) => ({ id, reward });
const runs = [run('s1', 1), run('f1', 0), run('s2', 1), run('f2', 0.5), run('f3', 0), run('s3', 0.8)];
const ids = (iteration: number, size = 3) => minibatch(runs, { size, iteration }).map(({ id }) => id);

describe('a minibatch', () => {
  it('goes through failures and successes in turn', () => {
    expect([0, 1, 2, 3].map((iteration) => ids(iteration))).toEqual([
      ['f1', 'f2', 's1'],
      ['f3', 'f1', 's2'],
      ['f2', 'f3', 's3'],
      ['f1', 'f2', 's1'],
    ]);
  });

  it('has a failure, no run twice and at most its size, or is empty where nothing failed', () => {
    const reward = fc.double({ min: 0, max: 1, noNaN: true });
    const some = fc
      .array(reward, { maxLength: 30 })
      .map((rewards) => rewards.map((one, at) => run(`r${at}`, one)));
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 10 }), fc.nat(200), (all, size, iteration) => {
        const batch = minibatch(all, { size, iteration });
        const fits = all.some(hasFailed) ? Math.min(size, all.length) : 0;
        expect(batch).toHaveLength(fits);
        expect(batch.some(hasFailed)).toBe(fits > 0);
        expect(new Set(batch).size).toBe(fits);
      }),
    );
  });
});
