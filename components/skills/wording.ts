/** How figures and places of a skill are written. Pure. */
import type { Outputs } from '../api/trpc.ts';

/** Evidence is a sum of strengths, so it may have a fraction: `41`, `3.5`. */
export function evidenceText(evidence: number): string {
  return Number.isInteger(evidence) ? String(evidence) : evidence.toFixed(1);
}

/** A share of one as a whole per cent, with a blank that no line breaks at. */
export function percentText(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** `1 rule`, `2 rules`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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
