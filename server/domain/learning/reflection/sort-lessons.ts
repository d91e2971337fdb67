/**
 * What becomes of lessons: code decides where it can. A lesson that resembles nothing becomes an addition as it is, one that a
 * rule says already is left out, one that an open change says lends it its runs, and only the others are a model's to decide.
 */
import { resembles } from '../../knowledge/resemblance.ts';
import { triggerOf } from '../../moments/trigger.ts';
import { isSameRule, restates } from '../../skills/changesets/merge-additions.ts';
import type { AddOp, CreateSkillOp, Operation } from '../../skills/changesets/ops.ts';
import type { Skill } from '../../skills/skill.ts';
import { makeSkillName } from '../../skills/skill-md/front-matter.ts';
import type { Lesson } from './lessons.ts';

/** What the lessons are held against. */
export interface Library {
  readonly agentId: string;
  /** Skills that the agent is served, the shared ones among them. */
  readonly skills: readonly Skill[];
  readonly open: readonly ProposedChange[];
  readonly rejected: readonly ProposedChange[];
}

interface ProposedChange {
  readonly id: string;
  readonly ops: readonly Operation[];
}

export interface SortedLessons {
  /** Additions that no model has to decide on. */
  readonly added: Lesson[];
  /** Those that an open change says, with its id. */
  readonly proposed: { lesson: Lesson; changeset: string }[];
  /** Those that a rule says. */
  readonly present: Lesson[];
  /** Those that resemble something, or name no skill that could take them. */
  readonly undecided: Lesson[];
}

/** The rules that an operation would make. */
export function rulesIn(op: Operation): { content: string; issue?: string | null | undefined }[] {
  if (op.op === 'create_skill') return op.bullets;
  if (op.op === 'add') return [op];
  return op.op === 'update' && op.content ? [{ content: op.content, issue: op.issue }] : [];
}

const usable = (skills: readonly Skill[]) => skills.filter(({ status }) => status !== 'deprecated');

/** The skill that a lesson means, by its id or name, also a name that is not written as names are. */
function findNamed(skills: readonly Skill[], { skill }: Lesson): Skill | undefined {
  if (skill === null) return undefined;
  const name = makeSkillName(skill);
  return skills.find((one) => one.id === skill || one.name === skill || one.name === name);
}

/** Whether a lesson says about the same as a rule: then somebody has to decide what becomes of the two. */
function isAlike(lesson: Lesson, rule: { content: string; issue?: string | null | undefined }): boolean {
  const isSameIssue = lesson.issue !== '' && Boolean(rule.issue) && resembles(lesson.issue, rule.issue ?? '');
  return isSameIssue || resembles(lesson.content, rule.content) || isSameRule(lesson, rule);
}

export function sortLessons(lessons: readonly Lesson[], library: Library): SortedLessons {
  const sorted: SortedLessons = { added: [], proposed: [], present: [], undecided: [] };
  for (const lesson of lessons) sortLesson(lesson, library, sorted);
  return sorted;
}

function sortLesson(
  lesson: Lesson,
  { agentId, skills, open, rejected }: Library,
  sorted: SortedLessons,
): void {
  const rules = usable(skills).flatMap(({ bullets }) => bullets);
  if (rules.some(({ content }) => restates(lesson.content, content))) {
    sorted.present.push(lesson);
    return;
  }
  const same = open.find(({ ops }) => ops.flatMap(rulesIn).some((rule) => isSameRule(lesson, rule)));
  if (same !== undefined) {
    sorted.proposed.push({ lesson, changeset: same.id });
    return;
  }
  const named = findNamed(skills, lesson);
  const canTake =
    named === undefined ? lesson.skill !== null : named.agentId === agentId && named.status !== 'deprecated';
  const changes = [...open, ...rejected].flatMap(({ ops }) => ops.flatMap(rulesIn));
  const isNew = canTake && ![...rules, ...changes].some((rule) => isAlike(lesson, rule));
  (isNew ? sorted.added : sorted.undecided).push(lesson);
}

/** What a skill made of lessons is for, where none of them says it. */
function describeSkill(lessons: readonly Lesson[]): string {
  const words = [...lessons.map(({ description }) => description), ...lessons.map(({ issue }) => issue)];
  return words.find(Boolean) ?? lessons.flatMap(({ keywords }) => keywords).join(', ');
}

const toRule = ({ section, content, issue, keywords, applies_when: conditions }: Lesson) => ({
  ...{ section, content, issue, keywords },
  ...triggerOf({ applies_when: conditions }),
});

/** The name of a new skill for a lesson; '' where nothing in it makes one. */
function nameFor({ skill, keywords, issue }: Lesson): string {
  return (
    [skill ?? '', keywords.slice(0, 3).join(' '), issue.split(' ').slice(0, 5).join(' ')]
      .map((words) => (words === '' ? '' : makeSkillName(words)))
      .find((name) => name !== '') ?? 'learned'
  );
}

/**
 * The operations that add lessons as they are: to the skill that they name where the agent has it, else to new skills, one a
 * name. `reserved` are names that a new skill may not have.
 */
export function additionsOf(
  lessons: readonly Lesson[],
  { agentId, skills, reserved = [] }: Pick<Library, 'agentId' | 'skills'> & { reserved?: readonly string[] },
): Operation[] {
  const own = usable(skills).filter((skill) => skill.agentId === agentId);
  const adds: AddOp[] = [];
  const created = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    const named = findNamed(own, lesson);
    if (named !== undefined) adds.push({ op: 'add', skill: named.name, ...toRule(lesson) });
    else {
      const wanted = nameFor(lesson);
      const isTaken = reserved.includes(wanted) || skills.some(({ name }) => name === wanted);
      const name = isTaken ? makeSkillName(`${wanted.slice(0, 50)} learned`) : wanted;
      created.set(name, [...(created.get(name) ?? []), lesson]);
    }
  }
  const creations = [...created].map(
    ([name, group]): CreateSkillOp => ({
      ...{ op: 'create_skill', name, description: describeSkill(group), tags: [] },
      bullets: group.map(toRule),
    }),
  );
  return [...adds, ...creations];
}

/**
 * The model's operations, an addition to a skill that does not exist among them: such a skill is created, described by the lesson
 * that the rule comes from.
 */
export function completeOps(
  ops: readonly Operation[],
  lessons: readonly Lesson[],
  { skills }: Pick<Library, 'skills'>,
): Operation[] {
  return ops.map((op) => {
    const exists = op.op !== 'add' || skills.some(({ id, name }) => id === op.skill || name === op.skill);
    // A made-up id names nothing.
    if (exists || op.skill.startsWith('sk_')) return op;
    const { op: _, skill, ...rule } = op;
    const name = makeSkillName(skill);
    if (skills.some((one) => one.name === name)) return { ...op, skill: name };
    const taught = lessons.filter((lesson) => isAlike(lesson, rule));
    const description = describeSkill(taught.length > 0 ? taught : lessons);
    return {
      op: 'create_skill',
      name: name === '' ? 'learned' : name,
      description,
      tags: [],
      bullets: [rule],
    };
  });
}

/**
 * The model's operations without the rules that an open change makes already, and the lessons that are like one of these rules, with
 * the change's id: a small model repeats what it was shown.
 */
export function separateProposed(
  ops: readonly Operation[],
  lessons: readonly Lesson[],
  { open }: Pick<Library, 'open'>,
): { ops: Operation[]; proposed: SortedLessons['proposed'] } {
  const proposed: SortedLessons['proposed'] = [];
  const isProposed = (rule: { content: string }): boolean => {
    const same = open.find((change) => change.ops.flatMap(rulesIn).some((other) => isSameRule(rule, other)));
    if (same === undefined) return false;
    const taught = lessons.filter((lesson) => isAlike(lesson, rule));
    proposed.push(...taught.map((lesson) => ({ lesson, changeset: same.id })));
    return true;
  };
  const kept = ops.flatMap((op): Operation[] => {
    if (op.op === 'add') return isProposed(op) ? [] : [op];
    if (op.op !== 'create_skill') return [op];
    const bullets = op.bullets.filter((rule) => !isProposed(rule));
    return bullets.length === 0 ? [] : [{ ...op, bullets }];
  });
  return { ops: kept, proposed };
}

/** The lessons that none of the operations takes up. */
export function unusedLessons(lessons: readonly Lesson[], ops: readonly Operation[]): Lesson[] {
  const rules = ops.flatMap(rulesIn);
  return lessons.filter((lesson) => !rules.some((rule) => isAlike(lesson, rule)));
}
