/** Of additions that say the same one remains, and none that a rule of the skill says already. */
import { describe, expect, it } from 'vitest';
import { ruleState } from '../../../testing/samples/rule-states.ts';
import type { SkillState } from './changeset.ts';
import { mergeAdditions, restates } from './merge-additions.ts';
import type { AddOp, Operation } from './ops.ts';

function add(content: string, fields: Partial<AddOp> = {}): AddOp {
  return { op: 'add', skill: 'deploy', section: 'steps', content, issue: '', keywords: [], ...fields };
}

const SKILL: SkillState = {
  ...{ id: 'sk_1', name: 'deploy', description: '', tags: [], frontMatter: {} },
  bullets: [
    ruleState('bl_1', 'Run the migrations before you deploy'),
    ruleState('bl_2', 'Warm the cache by hand', { status: 'removed' }),
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
});

// Rules that say the same in other words are found, and nothing that differs in a word that matters is taken
// for one.

const SAME: [string, string][] = [
  ['Run migrations before deploying', 'Run the migrations before you deploy.'],
  ['Check that the feature flag is enabled', 'The enabled feature flag must be checked'],
];

const DIFFERENT: [string, string][] = [
  ['Run migrations before deploying the service', 'Run migrations after deploying the service'],
  ['Never cache the user session token', 'Always cache the user session token'],
  ['Set the export timeout to 30 seconds', 'Set the export timeout to 60 seconds'],
  ['Copy rows from staging to production', 'Copy rows from production to staging'],
  ['Deploy', 'Deploy the service in the evening and watch its error rate'],
];

describe('a restated rule', () => {
  it.each(SAME)('"%s" is "%s"', (a, b) => {
    expect(restates(a, b)).toBe(true);
    expect(restates(b, a)).toBe(true);
  });

  it.each(DIFFERENT)('"%s" is not "%s"', (a, b) => {
    expect(restates(a, b)).toBe(false);
    expect(restates(b, a)).toBe(false);
  });
});
