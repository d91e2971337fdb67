/** Where a change and the skills as they are now exclude each other, in texts that can stand side by side. Pure. */
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { activeRules, type RuleState, type SkillState } from '../../../server/domain/skills/skill-state.ts';
import type { Detail } from '../detail.ts';

type Again = NonNullable<Detail['again']>;

/** One change that does not apply any more. A text is null where there is none. */
export interface Collision {
  /** The place of the operation in the changeset. */
  index: number;
  why: string;
  /** What the change was made for. */
  expected: string | null;
  /** What it makes of that. */
  wants: string | null;
  /** What the skill says now in its place. */
  now: string | null;
  /** Rules that came since it was proposed, where its own is gone. */
  since: string[];
}

const WHY: Record<Again['faults'][number]['why'], string> = {
  unknown_skill: 'The skill no longer exists.',
  unknown_bullet: 'The rule no longer exists.',
  skill_exists: 'A skill with this name already exists.',
  changes_nothing: 'The skill already says this.',
  repeated: 'Another change in this changeset does the same.',
  near_duplicate: 'It says nearly the same as another rule.',
  contradicts: 'It conflicts with another change in this changeset.',
  over_limit: 'The changeset has more changes than allowed.',
};

/** Most rules that are shown as new. */
const MOST_SINCE = 5;

/** The changes that do not apply any more, in the order of the changeset. */
export function collisionsOf(props: Pick<Detail, 'changeset' | 'skills' | 'again'>): Collision[] {
  const { changeset, skills, again } = props;
  return (again?.faults ?? []).flatMap(({ index, why }) => {
    const op = changeset.ops[index];
    if (op === undefined) return [];
    const ref = op.op === 'create_skill' ? op.name : op.skill;
    const skill = skills.find(({ id, name }) => id === ref || name === ref);
    return [{ index, why: WHY[why], ...textsOf(op, skill?.base ?? null, skill?.now ?? null) }];
  });
}

type Texts = Omit<Collision, 'index' | 'why'>;

function textsOf(op: Operation, base: SkillState | null, now: SkillState | null): Texts {
  switch (op.op) {
    case 'create_skill':
      return { expected: null, wants: op.description, now: now?.description ?? null, since: [] };
    case 'set_description':
      return {
        ...{ expected: base?.description ?? null, wants: op.description },
        ...{ now: now?.description ?? null, since: [] },
      };
    case 'add':
      return { expected: null, wants: op.content, now: sayingSame(now, op.content), since: [] };
    case 'update': {
      const expected = ruleIn(base, op.bullet);
      return { expected, wants: op.content ?? expected, ...presentOf(op.bullet, base, now) };
    }
    case 'remove': {
      const gone = [op.bullet, op.merged_into].find((id) => id && ruleIn(now, id) === null) ?? op.bullet;
      return { expected: ruleIn(base, gone), wants: null, ...presentOf(gone, base, now) };
    }
    default:
      return op satisfies never;
  }
}

function presentOf(
  id: string,
  base: SkillState | null,
  now: SkillState | null,
): Pick<Collision, 'now' | 'since'> {
  const text = ruleIn(now, id);
  return { now: text, since: text === null ? newRules(base, now) : [] };
}

function rulesOf(state: SkillState | null): RuleState[] {
  return state === null ? [] : activeRules(state);
}

function ruleIn(state: SkillState | null, id: string): string | null {
  return rulesOf(state).find((rule) => rule.id === id)?.content ?? null;
}

function newRules(base: SkillState | null, now: SkillState | null): string[] {
  const known = new Set(rulesOf(base).map(({ id }) => id));
  const since = rulesOf(now).filter(({ id }) => !known.has(id));
  return since.slice(0, MOST_SINCE).map(({ content }) => content);
}

/** The rule that says the same, letter case and white space apart. */
function sayingSame(now: SkillState | null, text: string): string | null {
  const plain = (content: string) => content.toLowerCase().replace(/\s+/g, ' ').trim();
  return rulesOf(now).find(({ content }) => plain(content) === plain(text))?.content ?? null;
}
