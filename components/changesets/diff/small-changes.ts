/** The parts of a change beside the wording, each with its name: section, issue, keywords, tags, front matter. Pure. */

import type { RuleState, SkillState } from '../../../server/domain/skills/changesets/changeset.ts';
import type { SetDescriptionOp } from '../../../server/domain/skills/changesets/ops.ts';

/** null before: it is new; null after: it goes. */
export interface SmallChange {
  label: string;
  before: string | null;
  after: string | null;
}

interface Wanted {
  section?: string | null | undefined;
  issue?: string | null | undefined;
  keywords?: readonly string[] | null | undefined;
}

/** What changes about a rule beside its wording; `rule` is null for a new one. What is absent stays. */
export function smallChanges(rule: RuleState | null, { section, issue, keywords }: Wanted): SmallChange[] {
  return [
    changeOf('Section', rule?.section, section),
    changeOf('Issue', rule?.issue, issue),
    changeOf('Keywords', rule?.keywords.join(', '), keywords?.join(', ')),
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
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
