/** Skills as people browse them: by page, with how well they do and what waits on them. */
import { SHARED_AGENT } from '../domain/fields.ts';
import { type Interval, successInterval, successRate } from '../domain/measurement/beta.ts';
import type { Principal } from '../domain/principal.ts';
import type { Skill } from '../domain/skills/skill.ts';
import { notFound } from '../platform/errors.ts';
import { cursorOf, type Page, placeOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { readSkill } from './library/index.ts';
import { type ListedSkill, type SkillFilter, type SkillOrder, skillListStore } from './list-store.ts';

/**
 * How well something does: Σ strength, the raw rate (null without evidence) and the posterior's 90 %
 * interval.
 */
interface Success {
  evidence: number;
  rate: number | null;
  interval: Interval;
}

/**
 * A skill in the list. `hidesShared`: an agent's own one that takes precedence over a shared one of the same
 * name. `canary` is the id of the one that runs on it.
 */
export interface BrowsedSkill extends Omit<ListedSkill, 'evidence' | 'reward' | 'lastUsedAt' | 'updatedAt'> {
  success: Success;
  openChangesets: number;
  canary: string | null;
  hidesShared: boolean;
  lastUsedAt: string | null;
  updatedAt: string;
}

interface BrowseRequest {
  filter: SkillFilter;
  order: SkillOrder;
  cursor: string | null;
  limit: number;
}

/** A page of skills, and how many fit the filter by status. */
export async function browseSkills(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, order, cursor, limit }: BrowseRequest,
): Promise<Page<BrowsedSkill>> {
  const store = skillListStore(runtime.db.read, tenant);
  const places = await store.page({
    filter,
    order,
    after: placeOf(cursor, order === 'name' ? 'text' : 'number'),
    limit: limit + 1,
  });
  const shown = places.slice(0, limit);
  const known = new Map((await store.skills(shown.map(({ id }) => id))).map((skill) => [skill.id, skill]));
  const last = places.length > limit ? shown.at(-1) : undefined;
  return {
    items: await browsed(
      runtime,
      tenant,
      shown.flatMap(({ id }) => known.get(id) ?? []),
    ),
    nextCursor: last === undefined ? null : cursorOf(last),
  };
}

/** How many skills fit a filter, by status. */
export async function countSkills(
  runtime: Runtime,
  { tenant }: Principal,
  filter: SkillFilter,
): Promise<Record<string, number>> {
  return await skillListStore(runtime.db.read, tenant).countByStatus(filter);
}

/** One skill: its row in the list and all of its rules, removed ones last. Unknown: `skill not found`. */
export async function inspectSkill(
  runtime: Runtime,
  { tenant }: Principal,
  id: string,
): Promise<{ summary: BrowsedSkill; skill: Skill }> {
  const { read } = runtime.db;
  const [summary] = await browsed(runtime, tenant, await skillListStore(read, tenant).skills([id]));
  if (summary === undefined) throw notFound('skill');
  const skill = await readSkill(read, tenant, { ref: id, agentId: summary.agentId, includeRemoved: true });
  return { summary, skill };
}

/**
 * Runs that versions are compared by: on SQLite the process does nothing else while they are read, and of all
 * runs of a busy skill that would be a second.
 */
const RUNS_COMPARED = 10_000;

/** How one version did, by arm (null outside of a canary), from the latest runs with the skill. */
interface VersionPerformance {
  version: number;
  arm: string | null;
  episodes: number;
  success: Success;
}

/** How a skill's versions did, newest first. Unknown: `skill not found`. */
export async function performanceOf(
  runtime: Runtime,
  { tenant }: Principal,
  id: string,
): Promise<VersionPerformance[]> {
  const store = skillListStore(runtime.db.read, tenant);
  if ((await store.skills([id])).length === 0) throw notFound('skill');
  const rows = await store.evidenceByVersion(id, RUNS_COMPARED);
  return rows.map(({ evidence, reward, ...row }) => ({ ...row, success: successOf(evidence, reward) }));
}

function successOf(evidence: number, reward: number): Success {
  const sums = { weight: evidence, reward };
  return { evidence, rate: successRate(sums), interval: successInterval(sums) };
}

async function browsed(runtime: Runtime, tenant: string, skills: ListedSkill[]): Promise<BrowsedSkill[]> {
  const store = skillListStore(runtime.db.read, tenant);
  const ids = skills.map(({ id }) => id);
  const [open, canaries, shared] = await Promise.all([
    store.openChangesets(ids),
    store.runningCanaries(ids),
    store.sharedNames(skills.map(({ name }) => name)),
  ]);
  return skills.map(({ evidence, reward, lastUsedAt, updatedAt, ...skill }) => ({
    ...skill,
    success: successOf(evidence, reward),
    openChangesets: open.get(skill.id) ?? 0,
    canary: canaries.get(skill.id) ?? null,
    hidesShared: skill.agentId !== SHARED_AGENT && shared.has(skill.name),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
}
