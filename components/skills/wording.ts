/** How figures and places of a skill are written. Pure. */

import { SKILL_STATUSES } from '../../server/domain/skills/skill-state.ts';
import type { Outputs } from '../api/trpc.ts';
import { oneOf, text, type UrlState, whole } from '../url/use-url-state.ts';

/** Evidence is a sum of strengths, so it may have a fraction: `41`, `3.5`. */
export function evidenceText(evidence: number): string {
  return Number.isInteger(evidence) ? String(evidence) : evidence.toFixed(1);
}

/** A share of one as a whole per cent, with a blank that no line breaks at. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** `*` as people call it. */
export function ownerText(agentId: string): string {
  return agentId === '*' ? 'shared' : agentId;
}

/** Where a version comes from, in words: the source of its changeset, or the version that was gone back to. */
export function sourceText(source: string): string {
  const [, version] = /^rollback:v(\d+)$/.exec(source) ?? [];
  if (version !== undefined) return `roll back to v${version}`;
  return SOURCES[source] ?? source;
}

const SOURCES: Record<string, string> = {
  reflection: 'learned from episodes',
  curation: 'curation',
  evolution: 'evolution',
  api: 'written by hand',
  import: 'import of a SKILL.md',
};

/** What the skill pages are given by the server. */
export type SkillDetail = Outputs['skills']['detail'];
export type SkillSummary = SkillDetail['summary'];
export type Rule = SkillDetail['skill']['bullets'][number];
export type Version = Outputs['skills']['versions'][number];

// The state of the skill pages as their addresses carry it.

const typed = () => text(200);

/** The list: `status` and `pinned` are empty for any. */
export const LIST_STATE = {
  status: oneOf(['', ...SKILL_STATUSES], ''),
  tag: typed(),
  text: typed(),
  pinned: oneOf(['', 'yes'], ''),
  order: oneOf(['name', 'success', 'uses'], 'name'),
};
export type ListState = UrlState<typeof LIST_STATE>;
/** No filter at all. */
export const UNFILTERED = { status: '', tag: '', text: '', pinned: '' } as const;

const versionNumber = () => whole(2_147_483_647);

/** One skill: the open tab, how its rules are sorted, and the versions that are compared (0: none chosen). */
export const SKILL_STATE = {
  tab: oneOf(['rules', 'versions', 'performance', 'changesets', 'document'], 'rules'),
  sort: oneOf(['reading', 'harmful'], 'reading'),
  removed: oneOf(['', 'shown'], ''),
  from: versionNumber(),
  to: versionNumber(),
};
export type SkillTab = UrlState<typeof SKILL_STATE>['tab'];

/** Writing: field by field or from a document; `edit` is the id of a skill to begin from. */
export const WRITE_STATE = {
  mode: oneOf(['form', 'document'], 'form'),
  edit: text(64),
};
