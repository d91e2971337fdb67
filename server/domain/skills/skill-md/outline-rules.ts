/** Where the rules of an imported skill stand in its document, so that a recall can serve them as its author wrote them. */

import {
  type AlignedRules,
  alignRules,
  type DocumentLayout,
  headingsIn,
  type LostPlace,
  readSource,
} from './document-layout.ts';
import type { BulletDraft } from './rule-forms.ts';
import { readHeading } from './sections.ts';

export interface RulePlace {
  /** The words of the headings above it that are no part of its text, outermost first. */
  headings: string[];
  /** The words of the headings that its text begins with; empty where it begins with none. */
  ownHeading: string;
  /** Its number where it is an item of a numbered list, such as `3.`; else empty. */
  number: string;
}

/** The places of rules by their ids. A rule that was added since has none. */
export type SkillOutline = ReadonlyMap<string, RulePlace>;

/** Reads rules, in their order, beside the document that they came from. */
export function outlineRules(
  rules: readonly (BulletDraft & { id: string })[],
  layout: DocumentLayout,
): SkillOutline {
  const places = new Map<string, RulePlace>();
  let above: string[] = [];
  for (const step of alignRules(rules, layout)) {
    const source = step.kind === 'part' ? step : step.place;
    if (source === null) continue;
    const place = readPlace(source, above);
    above = step.kind === 'lost' ? place.headings : [];
    const [first, ...others] = rulesOf(step);
    if (first) places.set(first.id, place);
    for (const { id } of others) places.set(id, { headings: [], ownHeading: '', number: '' });
  }

  return places;
}

/** `above` are the headings whose own rules are gone; another heading ends them. */
function readPlace({ part, lead }: LostPlace, above: string[]): RulePlace {
  const { headings: ownHeading, marker } = readSource(part.source);
  const found = sectionHeadings(lead);
  const headings = found.length > 0 || ownHeading !== '' ? found : above;

  return { headings, ownHeading, number: /^\d/.test(marker) ? marker.replace(')', '.') : '' };
}

function rulesOf<Rule>(step: AlignedRules<Rule>): Rule[] {
  if (step.kind === 'lost') return [];

  return step.kind === 'part' ? step.rules : [step.rule];
}

/** Headings that only name a section. Another one between rules is the title, which says no more than the name. */
function sectionHeadings(lead: string): string[] {
  return headingsIn(lead)
    .map(({ words }) => words)
    .filter((words) => readHeading(words).exhausted);
}
