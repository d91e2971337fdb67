/** The parts of a change beside the wording: section, issue, keywords, tags, front matter. Pure. */

import { changedTrigger, type TriggerChange } from '../../../server/domain/moments/trigger.ts';
import { describeTrigger } from '../../../server/domain/moments/wording.ts';
import type { SetDescriptionOp } from '../../../server/domain/skills/changesets/ops.ts';
import {
  activeRules,
  type RuleState,
  SECTIONS,
  type Section,
  type SkillState,
  withoutLayout,
} from '../../../server/domain/skills/skill-state.ts';
import type { ChangeCard, Entry } from './change-cards.ts';

/** null before: it is new; null after: it goes. */
export interface SmallChange {
  label: string;
  before: string | null;
  after: string | null;
}

interface Wanted extends TriggerChange {
  section?: string | null | undefined;
  issue?: string | null | undefined;
  keywords?: readonly string[] | null | undefined;
}

/** What changes about a rule beside its wording; `rule` is null for a new one. What is absent stays. */
export function smallChanges(rule: RuleState | null, wanted: Wanted): SmallChange[] {
  const { section, issue, keywords } = wanted;
  const trigger = describeTrigger(changedTrigger(wanted, rule ?? {}));
  return [
    changeOf('Section', rule?.section, section),
    changeOf('Issue', rule?.issue, issue),
    changeOf('Keywords', rule?.keywords.join(', '), keywords?.join(', ')),
    changeOf('Trigger', describeTrigger(rule ?? {}), trigger),
  ].flatMap((change) => change ?? []);
}

/** What a description carries along: tags, and the fields of an imported document. */
export function headingChanges(
  { tags, front_matter: frontMatter }: SetDescriptionOp,
  base: SkillState | null,
): SmallChange[] {
  return [
    changeOf('Tags', base?.tags.join(', '), tags?.join(', ')),
    changeOf('Front matter', fieldsOf(base?.frontMatter), fieldsOf(frontMatter)),
  ].flatMap((change) => change ?? []);
}

function changeOf(
  label: string,
  before: string | undefined,
  after: string | null | undefined,
): SmallChange | null {
  if (after === null || after === undefined || after === (before ?? '')) return null;
  return { label, before: before || null, after: after || null };
}

function fieldsOf(fields: Record<string, unknown> | undefined): string | undefined {
  if (fields === undefined) return undefined;
  return Object.entries(withoutLayout(fields))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

// Puts changes where a reader of the skill would meet them: removed rules where they stood, new ones where
// they will stand.

/** A card and the rule it is about; null where it is about the skill as a whole. */
export interface Place {
  ruleId: string | null;
  card: ChangeCard;
}

interface States {
  base: SkillState | null;
  after: SkillState | null;
}

/** All cards and, between them, the rules that stay, by section and then in the skill's own order. */
export function readingOrder(states: States, places: readonly Place[]): Entry[] {
  const ids = idsInOrder(states);
  const rest = places.filter(({ ruleId }) => ruleId === null || !ids.includes(ruleId));
  const entries = [
    ...rest.map(({ card }) => entryOf(card)),
    ...ids.flatMap((id) => entriesOf(id, states, places)),
  ];
  return entries.sort((a, b) => rank(a.section) - rank(b.section));
}

function rank(section: Section | null): number {
  return section === null ? -1 : SECTIONS.indexOf(section);
}

function entryOf(card: ChangeCard): Entry {
  return { kind: 'card', section: card.section, card };
}

function entriesOf(id: string, { base, after }: States, places: readonly Place[]): Entry[] {
  const own = places.filter(({ ruleId }) => ruleId === id).map(({ card }) => entryOf(card));
  if (own.length > 0) return own;
  const rule = (after ?? base)?.bullets.find((candidate) => candidate.id === id);
  // A new skill's rules stand in its own card.
  if (base === null || rule?.status !== 'active') return [];
  return [{ kind: 'rule', section: rule.section, rule }];
}

/** The rules as they will stand, those that go standing behind the one that they followed. */
function idsInOrder({ base, after }: States): string[] {
  const before = base === null ? [] : activeRules(base).map(({ id }) => id);
  const order = after === null ? [...before] : activeRules(after).map(({ id }) => id);
  for (const [index, id] of before.entries()) {
    if (order.includes(id)) continue;
    const previous = before[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  }
  return order;
}
