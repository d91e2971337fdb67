/** The review queue: changesets as a reviewer chooses among them, with what tells them apart. */

import type { Principal } from '../../domain/principal.ts';
import { isBlocking } from '../../domain/safety/spans.ts';
import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { ChangesetSource } from '../../domain/skills/changesets/changeset.ts';
import { describeOps } from '../../domain/skills/changesets/describe.ts';
import {
  CHANGESET_STATUSES,
  type ChangesetStatus,
  canReview,
  isSettled,
} from '../../domain/skills/changesets/status.ts';
import { cursorOf, momentOf, type Page, placeOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { experimentStore } from '../canary/index.ts';
import {
  type QueueFilter,
  type QueueOrder,
  type QueuePlace,
  type QueueRecord,
  queueStore,
} from './queue-store.ts';
import { digestOf, type SkillStanding } from './what-was-shown.ts';

export const QUEUE_TABS = ['pending', 'queued', 'canary', 'decided', 'all'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** The statuses that a tab shows. */
export const TAB_STATUSES: Record<QueueTab, readonly ChangesetStatus[]> = {
  pending: ['pending'],
  queued: ['approved'],
  canary: ['canary'],
  decided: CHANGESET_STATUSES.filter(isSettled),
  all: CHANGESET_STATUSES,
};

const DEFAULT_ORDER: Record<QueueTab, QueueOrder> = {
  pending: 'urgency',
  queued: 'age',
  canary: 'age',
  decided: 'decided',
  all: 'newest',
};

/**
 * A changeset in the queue. `moved`: it waits, but a skill has a newer version or a new one's name by now, so approving it will
 * fail. `blocked`: a canary runs on a skill of it, so approving it would queue it.
 */
export interface QueueItem {
  id: string;
  title: string;
  agentId: string;
  status: ChangesetStatus;
  skills: SkillStanding[];
  /** What a decision on this row counts for. */
  digest: string;
  drift: 'current' | 'moved' | 'blocked';
  source: ChangesetSource;
  risk: Risk;
  findings: string[];
  blocking: boolean;
  humanAuthored: boolean;
  episodes: number;
  /** Of the episodes that still exist. */
  failures: number;
  evalScore: number | null;
  baselineScore: number | null;
  createdAt: string;
  decidedAt: string | null;
  reviewer: string | null;
}

export interface QueueRequest {
  tab: QueueTab;
  filter: QueueFilter;
  /** Null for the order that suits the tab. */
  order: QueueOrder | null;
  cursor: string | null;
  limit: number;
}

/** A page of the queue. */
export async function listQueue(
  runtime: Runtime,
  { tenant }: Principal,
  { tab, filter, order: wanted, cursor, limit }: QueueRequest,
): Promise<Page<QueueItem>> {
  // Only what was decided has a time of decision to be sorted by.
  const order = wanted === null || (wanted === 'decided' && tab !== 'decided') ? DEFAULT_ORDER[tab] : wanted;
  const store = queueStore(runtime.db.read, tenant);
  const after = placeIn(order, cursor);
  const places = await store.page({ statuses: TAB_STATUSES[tab], filter, order, after, limit: limit + 1 });
  const shown = places.slice(0, limit);
  const records = new Map((await store.records(shown.map(({ id }) => id))).map((one) => [one.id, one]));
  const ordered = shown.flatMap(({ id }) => records.get(id) ?? []);
  const last = places.length > limit ? shown.at(-1) : undefined;
  return {
    items: await itemsOf(runtime, tenant, ordered),
    nextCursor: last === undefined ? null : cursorOf(exact(last, order, records.get(last.id))),
  };
}

/** Where a page of an order begins. */
function placeIn(order: QueueOrder, cursor: string | null): QueuePlace | null {
  if (order !== 'decided') return placeOf(cursor, order === 'skill' ? 'text' : 'number');
  const found = momentOf(cursor);
  return found === null ? null : { key: found.at.toISOString(), id: found.id };
}

/** A moment as the record has it: a raw query gives it in whatever form its driver likes. */
function exact(place: QueuePlace, order: QueueOrder, record: QueueRecord | undefined): QueuePlace {
  if (order !== 'decided') return place;
  return { ...place, key: record?.decidedAt?.toISOString() ?? place.key };
}

/** What is known of the skills and runs of a page, read once for all of its rows. */
interface Known {
  skills: Awaited<ReturnType<ReturnType<typeof queueStore>['skills']>>;
  onTrial: ReadonlySet<string>;
  outcomes: ReadonlyMap<string, string>;
}

async function itemsOf(runtime: Runtime, tenant: string, records: QueueRecord[]): Promise<QueueItem[]> {
  const { read } = runtime.db;
  const store = queueStore(read, tenant);
  const skillIds = [...new Set(records.flatMap(({ baseVersions }) => Object.keys(baseVersions)))];
  const episodeIds = new Set(records.flatMap((record) => record.episodeIds));
  const agentIds = [...new Set(records.map(({ agentId }) => agentId))];
  const [skills, onTrial, outcomes] = await Promise.all([
    store.skills(skillIds, { agentIds, names: [...new Set(records.flatMap(namesToCreate))] }),
    experimentStore(read, tenant).onTrial(skillIds),
    store.outcomes([...episodeIds]),
  ]);
  return records.map((record) => itemOf(record, { skills, onTrial, outcomes }));
}

function namesToCreate({ ops }: QueueRecord): string[] {
  return ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));
}

/** The skills that a changeset changes, then those that it creates. */
function skillsOf(record: QueueRecord, { skills }: Known): SkillStanding[] {
  const changed = Object.entries(record.baseVersions).map(([id, base]) => {
    const skill = skills.find((one) => one.id === id);
    return { id, name: skill?.name ?? id, base, now: skill?.version ?? null };
  });
  const created = namesToCreate(record).map((name) => {
    const taken = skills.find((one) => one.agentId === record.agentId && one.name === name);
    return { id: null, name, base: null, now: taken?.version ?? null };
  });
  return [...changed, ...created];
}

/** As approving it would go: what would fail fails at once, and a person's own change waits for no canary. */
function driftOf(
  { status, humanAuthored }: QueueRecord,
  skills: readonly SkillStanding[],
  onTrial: ReadonlySet<string>,
): QueueItem['drift'] {
  if (isSettled(status)) return 'current';
  if (skills.some(({ base, now }) => base !== now)) return 'moved';
  const waits = canReview(status) && !humanAuthored;
  return waits && skills.some(({ id }) => id !== null && onTrial.has(id)) ? 'blocked' : 'current';
}

function itemOf(record: QueueRecord, known: Known): QueueItem {
  const skills = skillsOf(record, known);
  return {
    id: record.id,
    title: describeOps(record.ops),
    agentId: record.agentId,
    status: record.status,
    skills,
    digest: digestOf(record, skills),
    drift: driftOf(record, skills, known.onTrial),
    source: record.source,
    risk: record.risk,
    findings: record.safetyFindings,
    blocking: record.safetyFindings.some(isBlocking),
    humanAuthored: record.humanAuthored,
    episodes: record.episodeIds.length,
    failures: record.episodeIds.filter((id) => known.outcomes.get(id) === 'failure').length,
    evalScore: record.evalScore,
    baselineScore: record.baselineScore,
    createdAt: record.createdAt.toISOString(),
    decidedAt: record.decidedAt?.toISOString() ?? null,
    reviewer: record.reviewer,
  };
}
