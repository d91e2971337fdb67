/** How figures and places of a skill are written. Pure. */

import { SKILL_STATUSES } from '../../server/domain/skills/skill-state.ts';
import type { Outputs } from '../api/trpc.ts';
import { pointsText } from '../charts/evidence-number.ts';
import { oneOf, text, type UrlState, whole } from '../url/use-url-state.ts';
import type { SuccessFigures } from './success.tsx';

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

export type SkillLift = NonNullable<Outputs['skills']['measurement']['worth']>;

/** Whether runs go better with the skill than without it. */
export function liftFinding({ effect, effectAlwaysValid, heldBackN }: SkillLift): string {
  if (effect === null || effectAlwaysValid === null)
    return heldBackN === 0 ? 'No evidence yet.' : 'Too little evidence yet.';
  const [low = -1, high = 1] = effectAlwaysValid;
  const by = `by ${points(Math.abs(effect))}`;
  if (low > 0)
    return `Runs with the skill succeed more often than runs without it: ${by}, at least ${points(low)}.`;
  if (high < 0)
    return `Runs with the skill succeed less often than runs without it: ${by}, at least ${points(-high)}.`;
  return `Not clear yet: runs with the skill succeed between ${pointsText(low)} and ${pointsText(high)} points more often than without it.`;
}

/** A size of a difference: "7.4 points". */
const points = (share: number) => `${(share * 100).toFixed(1)} points`;

interface VersionRow {
  version: number;
  /** Of a canary's runs which of its texts they were served; null for all other runs. */
  arm: string | null;
  success: SuccessFigures;
}

/** The newest version with evidence against the one before it, or on trial against the served one. Newest first. */
export function performanceFinding(rows: readonly VersionRow[], current: number): string {
  const trial = trialFinding(rows, current);
  if (trial !== null) return trial;
  const known = rows.filter(({ success }) => success.rate !== null);
  const [newest] = known;
  if (newest === undefined) return 'No run of this skill has been rated yet.';
  const waiting = newest.version < current ? `v${current} has no evidence yet. ` : '';
  const said = `${waiting}v${newest.version} succeeded in ${rateText(newest.success)}`;
  const earlier = known.find(({ version }) => version < newest.version);
  if (earlier === undefined) return `${said}; no earlier version has evidence to compare it with.`;
  const before = `v${earlier.version} in ${rateText(earlier.success)}`;
  return `${said}, ${before}: ${verdict(newest.success, earlier.success)}`;
}

function trialFinding(rows: readonly VersionRow[], current: number): string | null {
  const candidate = rows.find(({ arm, version }) => arm === 'candidate' && version > current)?.success;
  const beside = rows.find(({ arm, version }) => arm === 'incumbent' && version === current)?.success;
  if (candidate === undefined || candidate.rate === null) return null;
  const other =
    beside === undefined || beside.rate === null
      ? 'no run beside it has been rewarded yet'
      : `v${current} beside it in ${rateText(beside)}`;
  return `Canary running: the candidate succeeded in ${rateText(candidate)}, ${other}.`;
}

function verdict(now: SuccessFigures, before: SuccessFigures): string {
  if (now.interval[0] > before.interval[1]) return 'the newer version does better.';
  if (now.interval[1] < before.interval[0]) return 'the newer version does worse.';
  return 'the intervals overlap, so neither is clearly better.';
}

function rateText({ rate, interval, evidence }: SuccessFigures): string {
  const [low, high] = interval;
  return `${percentText(rate ?? 0)} of runs (90\u00a0% between ${percentText(low)} and ${percentText(high)}, n\u00a0${evidenceText(evidence)})`;
}
