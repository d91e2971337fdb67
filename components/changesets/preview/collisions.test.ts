import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import type { RuleState, SkillState } from '../../../server/domain/skills/skill-state.ts';
import type { Detail } from '../detail.ts';
import { collisionsOf } from './collisions.ts';

const rule = (id: string, content: string): RuleState => ({
  ...{ id, section: 'steps', content, issue: '', keywords: [], helpful: 0, harmful: 0 },
  ...{ neutral: 0, used: 0, status: 'active', sources: [] },
});

const state = (description: string, ...bullets: RuleState[]): SkillState => ({
  ...{ id: 'sk_1', name: 'deploy', description, tags: [], frontMatter: {}, bullets },
});

const BASE = state('How to deploy', rule('a', 'Look first'), rule('b', 'Ask the owner'));
const NOW = state(
  'How to deploy',
  rule('b', 'Ask the owner'),
  rule('c', 'Look twice'),
  rule('d', 'Check the gauge'),
);

type Why = NonNullable<Detail['again']>['faults'][number]['why'];

function collisions(op: Operation, why: Why) {
  const skills = [{ id: 'sk_1', name: 'deploy', base: BASE, now: NOW }];
  const again = { faults: [{ index: 0, why }], waitingAs: null };
  // Only these of a changeset's fields are read.
  const detail = { changeset: { ops: [op] }, skills, again } as unknown as Detail;
  const [collision] = collisionsOf(detail);
  return collision;
}

describe('what collides', () => {
  it('is shown with what the change was made for, what it wants, and what the skill says now', () => {
    const reword: Operation = {
      op: 'update',
      skill: 'deploy',
      bullet: 'a',
      content: 'Look at the gauge first',
    };
    expect(collisions(reword, 'unknown_bullet')).toEqual({
      ...{
        index: 0,
        why: 'The rule no longer exists.',
        expected: 'Look first',
        wants: 'Look at the gauge first',
      },
      ...{ now: null, since: ['Look twice', 'Check the gauge'] },
    });
    const said: Operation = {
      ...{
        op: 'add',
        skill: 'deploy',
        section: 'steps',
        content: 'check  the Gauge',
        issue: '',
        keywords: [],
      },
    };
    expect(collisions(said, 'changes_nothing')).toMatchObject({
      ...{ why: 'The skill already says this.', expected: null, now: 'Check the gauge', since: [] },
    });
  });
});
