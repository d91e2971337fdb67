/** What differs between two versions of a skill, rule by rule: rules keep their ids, so nothing is guessed. Pure. */
import { describeTrigger } from '../../../server/domain/moments/wording.ts';
import { SECTIONS, type Section } from '../../../server/domain/skills/skill-state.ts';
import type { Version } from '../wording.ts';

type Wording = Version['bullets'][number];
/** What of a skill is compared. */
export type Compared = Pick<Version, 'description' | 'tags' | 'bullets'>;

/** A rule that differs; null where it is not there. */
export interface RuleChange {
  id: string;
  kind: 'added' | 'removed' | 'changed';
  section: Section;
  before: Wording | null;
  after: Wording | null;
}

export interface Comparison {
  description: { before: string; after: string } | null;
  tags: { before: string; after: string } | null;
  /** In the order of the sections; within one in reading order, what is gone last. */
  rules: RuleChange[];
  unchanged: number;
  /** Whether rules that both versions have stand in another order. */
  reordered: boolean;
}

/** Compares what a skill said with what it says. */
export function compareVersions(before: Compared, after: Compared): Comparison {
  const old = new Map(before.bullets.map((rule) => [rule.id, rule]));
  const now = new Set(after.bullets.map(({ id }) => id));
  const kept = after.bullets.flatMap((rule): RuleChange[] => {
    const earlier = old.get(rule.id) ?? null;
    if (earlier !== null && sameWording(earlier, rule)) return [];
    const kind = earlier === null ? 'added' : 'changed';
    return [{ id: rule.id, kind, section: rule.section, before: earlier, after: rule }];
  });
  const gone = before.bullets
    .filter(({ id }) => !now.has(id))
    .map(
      (rule): RuleChange => ({
        id: rule.id,
        kind: 'removed',
        section: rule.section,
        before: rule,
        after: null,
      }),
    );
  const rank = ({ section }: RuleChange) => SECTIONS.indexOf(section);
  return {
    description: differing(before.description, after.description),
    tags: differing(before.tags.join(', '), after.tags.join(', ')),
    rules: [...kept, ...gone].sort((a, b) => rank(a) - rank(b)),
    unchanged: after.bullets.length - kept.length,
    reordered: isReordered(before.bullets, after.bullets),
  };
}

/** Whether the comparison found anything. */
export function isSame({ description, tags, rules, reordered }: Comparison): boolean {
  return description === null && tags === null && rules.length === 0 && !reordered;
}

function differing(before: string, after: string): { before: string; after: string } | null {
  return before === after ? null : { before, after };
}

function sameWording(one: Wording, other: Wording): boolean {
  return (
    one.content === other.content &&
    one.section === other.section &&
    one.issue === other.issue &&
    one.keywords.join('\n') === other.keywords.join('\n') &&
    describeTrigger(one) === describeTrigger(other)
  );
}

function isReordered(before: readonly Wording[], after: readonly Wording[]): boolean {
  const shared = new Set(after.map(({ id }) => id));
  const was = before.filter(({ id }) => shared.has(id)).map(({ id }) => id);
  const had = new Set(was);
  const is = after.filter(({ id }) => had.has(id)).map(({ id }) => id);
  return was.join(' ') !== is.join(' ');
}
