/** Of additions that say the same one remains, and none that a rule of the skill says already. */
import { describe, expect, it } from 'vitest';
import type { SkillState } from './changeset.ts';
import { mergeAdditions } from './merge-additions.ts';
import type { AddOp, Operation } from './ops.ts';

function add(content: string, fields: Partial<AddOp> = {}): AddOp {
  return { op: 'add', skill: 'deploy', section: 'steps', content, issue: '', keywords: [], ...fields };
}

const rule = (id: string, content: string, status: 'active' | 'removed' = 'active') => ({
  ...{ id, section: 'steps' as const, content, issue: '', keywords: [], sources: [], status },
  ...{ helpful: 0, harmful: 0, neutral: 0, used: 0 },
});

const SKILL: SkillState = {
  ...{ id: 'sk_1', name: 'deploy', description: '', tags: [], frontMatter: {} },
  bullets: [
    rule('bl_1', 'Run the migrations before you deploy'),
    rule('bl_2', 'Warm the cache by hand', 'removed'),
  ],
};

describe('near-duplicate additions', () => {
  it('are dropped where an active rule of the skill says them already', () => {
    const op = add('Run migrations before deploying.', { skill: 'sk_1' });
    expect(mergeAdditions([op], [SKILL])).toEqual({ ops: [], dropped: [{ op, why: 'near_duplicate' }] });
  });

  it('stay where the rule that said them is removed, leaves or is reworded', () => {
    const leaving: Operation = { op: 'remove', skill: 'deploy', bullet: 'bl_1' };
    const reworded: Operation = { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Back up first' };
    const again = add('Run migrations before deploying');
    for (const ops of [[leaving, again], [reworded, again], [add('Warm the cache by hand')]]) {
      expect(mergeAdditions(ops, [SKILL])).toEqual({ ops, dropped: [] });
    }
  });

  it('are merged into one another, keeping the wording that says more and all keywords', () => {
    const short = add('Validate customer VAT numbers', { keywords: ['vat'] });
    const long = add('Validate customer VAT numbers for EU invoices', { skill: 'sk_1', keywords: ['eu'] });
    const { ops, dropped } = mergeAdditions([short, long], [SKILL]);
    expect(ops).toEqual([{ ...long, skill: 'deploy', keywords: ['vat', 'eu'] }]);
    expect(dropped).toEqual([{ op: long, why: 'near_duplicate' }]);
  });

  it('that only repeat one another are called so', () => {
    const ops = [add('Back up the disk first'), add('back up  the disk first')];
    expect(mergeAdditions(ops, [SKILL]).dropped).toEqual([{ op: ops[1], why: 'repeated' }]);
  });

  it('to different skills both stay', () => {
    const ops = [
      add('Validate customer VAT numbers'),
      add('Validate customer VAT numbers', { skill: 'bill' }),
    ];
    expect(mergeAdditions(ops, [SKILL])).toEqual({ ops, dropped: [] });
  });

  it('are merged within a new skill', () => {
    const bullet = (content: string) => ({ content, section: 'steps' as const, issue: '', keywords: [] });
    const bullets = [
      bullet('Retry failed uploads'),
      bullet('retry failing uploads'),
      bullet('Log each upload'),
    ];
    const op: Operation = { op: 'create_skill', name: 'upload', description: '', tags: [], bullets };
    const { ops } = mergeAdditions([op], []);
    expect(ops).toEqual([{ ...op, bullets: [bullets[0], bullets[2]] }]);
  });

  it('leave operations of other kinds as they are', () => {
    const ops: Operation[] = [
      { op: 'update', skill: 'deploy', bullet: 'bl_1', content: 'Run the migrations before you deploy' },
      { op: 'set_description', skill: 'deploy', description: 'How to deploy' },
    ];
    expect(mergeAdditions(ops, [SKILL])).toEqual({ ops, dropped: [] });
  });
});
