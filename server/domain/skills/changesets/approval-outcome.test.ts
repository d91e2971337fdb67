import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleState } from '../../../testing/samples/rule-states.ts';
import { approvalOutcome, type CurrentSkill, canaryAnswer } from './approval-outcome.ts';
import { RISKS } from './approval-policy.ts';
import type { Operation } from './ops.ts';

const current = (name: string, version: number): CurrentSkill => ({
  version,
  uses: 0,
  onTrial: false,
  state: {
    id: `sk_${name}`,
    name,
    description: '',
    tags: [],
    frontMatter: {},
    bullets: [ruleState(`bl_${name}`, 'A rule that stands')],
  },
});

const describing = (skill: string): Operation => ({ op: 'set_description', skill, description: 'new words' });
const creating = (name: string): Operation => ({
  op: 'create_skill',
  name,
  description: '',
  tags: [],
  bullets: [],
});

function ask(ops: Operation[], baseVersions: Record<string, number>, skills: CurrentSkill[]) {
  const origin = { newSkillId: () => 'sk_new', newBulletId: () => 'bl_new' };
  return approvalOutcome({
    ...{ ops, baseVersions, current: skills, origin },
    ...{ risk: 'high', humanAuthored: false, skipCanary: false },
    settings: { enabled: true, minSamples: 20 },
  });
}

describe('what approving would do now', () => {
  it('is to apply it where every skill is as it was proposed against, with only the changed ones named', () => {
    const outcome = ask([describing('a'), creating('c')], { sk_a: 3 }, [current('a', 3), current('b', 9)]);
    expect(outcome).toMatchObject({
      status: 'applied',
      changed: [{ id: 'sk_a', description: 'new words' }],
      created: [{ id: 'sk_new', name: 'c' }],
    });
    expect(outcome.status === 'applied' && outcome.changed).toHaveLength(1);
  });

  it.each([2, 4])('is to fail where a skill has another version, older or newer, or is gone: %j', (now) => {
    expect(ask([describing('a')], { sk_a: 3 }, [current('a', now)])).toEqual({
      status: 'failed',
      reason: `skill a moved from version 3 to ${now}`,
    });
  });

  it('is to fail where a skill that it creates exists', () => {
    expect(ask([creating('a')], {}, [current('a', 1)])).toEqual({
      status: 'failed',
      reason: 'a skill named a already exists',
    });
  });

  it('is to wait for the canary on a skill that it touches, unless it is stale anyhow or a person wrote it', () => {
    const trial = { ...current('a', 3), onTrial: true, uses: 100 };
    const question = {
      ...{ ops: [describing('a')], baseVersions: { sk_a: 3 }, current: [trial, current('b', 1)] },
      ...{ risk: 'high' as const, skipCanary: true, humanAuthored: false },
      origin: { newSkillId: () => 'sk_new', newBulletId: () => 'bl_new' },
      settings: { enabled: true, minSamples: 20 },
    };
    expect(approvalOutcome(question)).toEqual({
      status: 'approved',
      behind: ['sk_a'],
      reason: 'a canary is running on a',
    });
    expect(approvalOutcome({ ...question, baseVersions: { sk_a: 2 } })).toMatchObject({ status: 'failed' });
    expect(approvalOutcome({ ...question, humanAuthored: true })).toMatchObject({ status: 'applied' });
    const elsewhere = {
      ...question,
      current: [
        { ...trial, onTrial: false },
        { ...current('b', 1), onTrial: true },
      ],
    };
    expect(approvalOutcome(elsewhere)).toMatchObject({ status: 'applied' });
    expect(approvalOutcome({ ...elsewhere, skipCanary: false })).toMatchObject({
      status: 'canary',
      candidate: { id: 'sk_a', description: 'new words' },
    });
  });
});

const question = fc.record({
  risk: fc.constantFrom(...RISKS),
  humanAuthored: fc.boolean(),
  skipCanary: fc.boolean(),
  settings: fc.record({ enabled: fc.boolean(), minSamples: fc.integer({ min: 1, max: 40 }) }),
});
const scope = fc.record({
  uses: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
  created: fc.nat({ max: 2 }),
});

describe('a change is tried by a canary', () => {
  it('exactly where canaries are on and not waived, it is risky, learned, and changes one existing skill with enough uses, no matter what it creates', () => {
    fc.assert(
      fc.property(question, scope, (asked, changes) => {
        const { eligible, reason } = canaryAnswer(asked, changes);
        const expected =
          asked.settings.enabled &&
          !asked.skipCanary &&
          !asked.humanAuthored &&
          ['medium', 'high'].includes(asked.risk) &&
          changes.uses.length === 1 &&
          changes.uses.every((uses) => uses >= asked.settings.minSamples);
        expect(eligible).toBe(expected);
        expect(reason).not.toBe('');
      }),
    );
  });
});
