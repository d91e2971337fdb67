/**
 * A replacement as operations. An author sends a whole skill; what is the same must stay the same rule, with
 * its id and what was learned about it, so only the differences become a change.
 */
import { triggerOf } from '../../moments/trigger.ts';
import type { BulletIn } from '../skill-input.ts';
import { longestRising } from '../skill-md/document-layout.ts';
import { activeRules, type RuleState, type SkillState } from './changeset.ts';
import type { AddOp, Operation, UpdateOp } from './ops.ts';

/** A skill as its author wants it. */
export type DesiredSkill = {
  readonly description: string;
  readonly tags: readonly string[];
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly bullets: readonly BulletIn[];
};

/**
 * The operations that turn a skill into the desired one; none where nothing differs. A rule whose section and
 * text are unchanged is kept (and updated where its issue, keywords or place differ); all others are removed
 * or added. Changed tags and front matter travel with `set_description`, which then repeats the description.
 */
export function diffToOps(current: SkillState, desired: DesiredSkill): Operation[] {
  const rules = activeRules(current);
  const kept = matchRules(rules, desired.bullets);
  const still = unmovedRules(rules, kept);
  const keptRules = new Set(kept);
  const lastStill = kept.findLastIndex((rule) => rule !== null && still.has(rule));
  const removals = rules
    .filter((rule) => !keptRules.has(rule))
    .map((rule) => ({ op: 'remove' as const, skill: current.name, bullet: rule.id, merged_into: null }));
  const others = desired.bullets.map((desiredRule, place) => {
    const rule = kept[place] ?? null;
    if (rule === null) return addition(current, desiredRule, place > lastStill ? undefined : place);
    return difference(current, { rule, desiredRule, place: still.has(rule) ? undefined : place });
  });
  return [...headingChange(current, desired), ...removals, ...others.filter((op) => op !== null)];
}

/**
 * For each desired rule the current one it is, or null: the first not yet taken with the same section and
 * text.
 */
function matchRules(rules: readonly RuleState[], desired: readonly BulletIn[]): (RuleState | null)[] {
  const keyOf = ({ section, content }: BulletIn) => `${section}\n${content}`;
  const waiting = new Map([...Map.groupBy(rules, keyOf)].map(([key, same]) => [key, same.values()]));
  return desired.map((desiredRule) => waiting.get(keyOf(desiredRule))?.next().value ?? null);
}

/** The most kept rules that can stay in their order, so that as few as possible are moved. */
function unmovedRules(rules: readonly RuleState[], kept: readonly (RuleState | null)[]): Set<RuleState> {
  const placeNow = new Map(rules.map((rule, place) => [rule, place]));
  const inOrder = kept.filter((rule) => rule !== null);
  const still = longestRising(inOrder.map((rule) => placeNow.get(rule) ?? 0));
  return new Set(inOrder.filter((_, index) => still.has(index)));
}

function headingChange(current: SkillState, { description, tags, frontMatter }: DesiredSkill): Operation[] {
  const changes = {
    ...(sameJson(current.tags, tags) ? {} : { tags: [...tags] }),
    ...(sameJson(current.frontMatter, frontMatter) ? {} : { front_matter: frontMatter }),
  };
  if (Object.keys(changes).length === 0 && description === current.description) return [];
  return [{ op: 'set_description', skill: current.name, description, ...changes }];
}

function addition(current: SkillState, desiredRule: BulletIn, place: number | undefined): AddOp {
  const { section, content, issue, keywords } = desiredRule;
  const trigger = triggerOf(desiredRule);
  return { op: 'add', skill: current.name, section, content, issue, keywords, ...trigger, ...at(place) };
}

type MatchedRule = { rule: RuleState; desiredRule: BulletIn; place: number | undefined };

function difference(current: SkillState, { rule, desiredRule, place }: MatchedRule): UpdateOp | null {
  const changes = {
    ...(desiredRule.issue === rule.issue ? {} : { issue: desiredRule.issue }),
    ...(sameJson(desiredRule.keywords, rule.keywords) ? {} : { keywords: desiredRule.keywords }),
    ...triggerChange(rule, desiredRule),
    ...at(place),
  };
  if (Object.keys(changes).length === 0) return null;
  return { op: 'update', skill: current.name, bullet: rule.id, ...changes };
}

function triggerChange(rule: RuleState, desired: BulletIn): Pick<UpdateOp, 'applies_when' | 'blocks'> {
  const [before, after] = [triggerOf(rule), triggerOf(desired)];
  return {
    ...(sameJson(before.applies_when, after.applies_when)
      ? {}
      : { applies_when: after.applies_when ?? null }),
    ...(before.blocks === after.blocks ? {} : { blocks: after.blocks ?? false }),
  };
}

function at(place: number | undefined): { position?: number } {
  return place === undefined ? {} : { position: place };
}

/** JSON values alike to the order of their keys, which an export would show. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
