/**
 * Skills as agents and people read them: as data, as a document that can be imported again, by version, and in
 * pages with how well they do and what waits on them.
 */

import { SHARED_AGENT } from '../domain/fields.ts';
import { type Interval, successInterval, successRate } from '../domain/measurement/beta.ts';
import type { Principal } from '../domain/principal.ts';
import type { SkillText } from '../domain/runs/recall/render-instructions.ts';
import type { Skill, SkillVersion } from '../domain/skills/skill.ts';
import { layoutIn } from '../domain/skills/skill-md/document-layout.ts';
import { outlineRules } from '../domain/skills/skill-md/outline-rules.ts';
import { notFound } from '../platform/errors.ts';
import { cutPage, type Page, pageOf, placeOf, readInPieces } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { experimentStore } from './canary/index.ts';
import { exportDocument } from './documents/index.ts';
import {
  findSkill,
  libraryStore,
  namespacesOf,
  readSkill,
  readText,
  type SkillReference,
  viewSkills,
} from './library/index.ts';
import { type ListedSkill, type SkillFilter, type SkillOrder, skillListStore } from './list-store.ts';

/**
 * The skill with its active rules, and with its removed ones where they are asked for. Unknown: `skill not
 * found`.
 */
export async function getSkill(
  runtime: Runtime,
  { tenant }: Principal,
  { includeRemoved = false, ...reference }: SkillReference & { includeRemoved?: boolean },
): Promise<Skill> {
  return await readSkill(runtime.db.read, tenant, { ...reference, includeRemoved });
}

/**
 * What a recall rendered of a skill: its text in a version, or that of a canary's candidate; null where it is gone.
 */
export async function servedSkillText(
  runtime: Runtime,
  tenant: string,
  {
    id,
    name,
    version,
    arm,
    experimentId,
  }: { id: string; name: string; version: number; arm: string | null; experimentId: string | null },
): Promise<SkillText | null> {
  const { read } = runtime.db;
  const text =
    arm === 'candidate' && experimentId !== null
      ? (await experimentStore(read, tenant).find(experimentId))?.candidate
      : await libraryStore(read, tenant).findVersion(id, version);
  if (text === undefined || text === null) return null;
  const { description, frontMatter, bullets } = text;
  const layout = layoutIn(frontMatter);
  return { name, description, version, bullets, outline: layout && outlineRules(bullets, layout) };
}

/**
 * The skill as a SKILL.md; importing it again gives the same rules. What was not edited since an import is as it was
 * in the document. Unknown: `skill not found`.
 */
export async function exportSkill(
  runtime: Runtime,
  { tenant }: Principal,
  reference: SkillReference,
): Promise<string> {
  const { skill, text } = await readText(runtime.db.read, tenant, reference);
  const { description, tags, frontMatter, bullets } = text;
  return await exportDocument({ name: skill.name, description, tags, frontMatter, bullets });
}

/**
 * A page of the agent's own and the shared skills of every status, with their active rules, ordered by name; of
 * two with the same name the agent's own comes first, which is the one that a reference by name means.
 */
export async function listSkills(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, limit, cursor = null }: { agentId: string; limit: number; cursor?: string | null },
): Promise<Page<Skill>> {
  const { read } = runtime.db;
  const after = placeOf(cursor, 'text');
  const places = (await libraryStore(read, tenant).listSkills(namespacesOf(agentId)))
    // Names have no spaces, and are compared as code units: the databases' own collations differ.
    .map((skill) => ({ key: `${skill.name} ${skill.agentId === agentId ? 0 : 1}`, id: skill.id, skill }))
    .filter(({ key }) => after === null || key > String(after.key))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const { items, nextCursor } = cutPage(places, limit, (place) => place);
  const skills = await viewSkills(
    read,
    tenant,
    items.map(({ skill }) => skill),
  );
  return { items: skills, nextCursor };
}

interface VersionQuery extends SkillReference {
  limit: number;
  before?: number | null;
  /** Where the page before said that this one begins; `before` does not count then. */
  cursor?: string | null;
}

/** A page of the versions below `before` (from the newest where it is null), newest first. */
export async function listVersions(
  runtime: Runtime,
  { tenant }: Principal,
  { limit, before = null, cursor = null, ...reference }: VersionQuery,
): Promise<Page<SkillVersion>> {
  const after = placeOf(cursor, 'number');
  const skill = await findSkill(runtime.db.read, tenant, reference);
  const versions = await libraryStore(runtime.db.read, tenant).listVersions(skill.id, {
    limit: limit + 1,
    before: after === null ? before : Number(after.key),
  });
  return pageOf(versions, limit, {
    show: ({ skillId: _, frontMatter: __, createdAt, ...version }) => ({
      ...version,
      createdAt: createdAt.toISOString(),
    }),
    place: ({ version }) => ({ key: version, id: skill.id }),
  });
}

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
interface BrowsedSkill extends Omit<ListedSkill, 'evidence' | 'reward' | 'lastUsedAt' | 'updatedAt'> {
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
  const page = cutPage(places, limit, (place) => place);
  const skills = await readInPieces(page.items, store.skills);
  return { items: await browsed(runtime, tenant, skills), nextCursor: page.nextCursor };
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

/** How one version did, by arm (null outside of a canary). */
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
  const rows = await store.evidenceByVersion(id);
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
