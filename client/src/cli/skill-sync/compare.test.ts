import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../../server/testing/property.ts';
import { fingerprint, type LockedSkill } from './sync-lock.ts';
import { compare, type Difference, type RemoteSkill, type Sides } from './sync-skills.ts';

const text = fc.constantFrom('one', 'two', 'three');
const remote: fc.Arbitrary<RemoteSkill> = fc.record({
  id: fc.constantFrom('sk_1', 'sk_2'),
  version: fc.nat(3),
  isDeprecated: fc.boolean(),
});
const base: fc.Arbitrary<LockedSkill> = fc.record({
  skill_id: fc.constant('sk_1'),
  version: fc.nat(3),
  file: text.map(fingerprint),
});
const sides: fc.Arbitrary<Sides> = fc.record({
  local: fc.option(fc.record({ path: fc.constant('deploy/SKILL.md'), text })),
  remote: fc.option(remote),
  base: fc.option(base),
});

/** Whether a side is replaced only where it is still what both were, and none is deleted. */
function losesNothing({ local, remote: gateway, base: both }: Sides, found: Difference): boolean {
  if (found === 'to gateway')
    return gateway === null
      ? both === null
      : gateway.version === both?.version && gateway.id === both.skill_id;
  if (found === 'to file') return local === null ? both === null : fingerprint(local.text) === both?.file;
  return found !== 'delete file';
}

describe('what a sync does with a skill', () => {
  it('loses no change of either side, unless a person chooses', () => {
    const check = (skill: Sides) => {
      expect(losesNothing(skill, compare(skill, null))).toBe(true);
    };
    fc.assert(fc.property(sides, check), { numRuns: cases(400) });
  });

  it('gives the chosen side wherever both have a text, and they differ', () => {
    const different = sides.filter(
      (skill) => skill.local !== null && skill.remote !== null && compare(skill, null) !== 'equal',
    );
    const check = (skill: Sides) => {
      expect(compare(skill, 'file')).toBe('to gateway');
      expect(compare(skill, 'gateway')).toBe(skill.remote?.isDeprecated === true ? 'delete file' : 'to file');
    };
    fc.assert(fc.property(different, check), { numRuns: cases(400) });
  });
});
