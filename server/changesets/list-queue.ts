/** The review queue: changesets as a reviewer chooses among them, with what tells them apart. */
import { describeOps } from '../domain/changesets/describe.ts';
import { CHANGESET_STATUSES, type ChangesetStatus, isSettled } from '../domain/changesets/status.ts';
import type { Principal } from '../domain/principal.ts';
import { isBlocking } from '../domain/safety/finding.ts';
import { cursorOf, type Page, placeOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import {
  type QueueFilter,
  type QueueOrder,
  type QueuePlace,
  type QueueRecord,
  queueStore,
} from './queue-store.ts';

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

/** A skill of a changeset: the version it was proposed against and the one that is current; null for one to create. */
interface QueueSkill {
  id: string | null;
  name: string;
  base: number | null;
  now: number | null;
}

/** A changeset in the queue. `moved`: it waits, but a skill has a newer version by now, so approving it will fail. */
export interface QueueItem {
  id: string;
  title: string;
  agentId: string;
  status: ChangesetStatus;
  skills: QueueSkill[];
  drift: 'current' | 'moved';
  source: string;
  risk: string;
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
  const after = placeOf(cursor);
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

/** A moment as the record has it: a raw query gives it in whatever form its driver likes. */
function exact(place: QueuePlace, order: QueueOrder, record: QueueRecord | undefined): QueuePlace {
  if (order !== 'decided') return place;
  return { ...place, key: record?.decidedAt?.toISOString() ?? place.key };
}

async function itemsOf(runtime: Runtime, tenant: string, records: QueueRecord[]): Promise<QueueItem[]> {
  const store = queueStore(runtime.db.read, tenant);
  const skillIds = new Set(records.flatMap(({ baseVersions }) => Object.keys(baseVersions)));
  const episodeIds = new Set(records.flatMap(({ episodeIds: ids }) => ids));
  const [skills, outcomes] = await Promise.all([
    store.skills([...skillIds]),
    store.outcomes([...episodeIds]),
  ]);
  const known = new Map(skills.map((skill) => [skill.id, skill]));
  return records.map((record) => itemOf(record, known, outcomes));
}

type KnownVersions = ReadonlyMap<string, { name: string; version: number }>;

/** The skills that a changeset changes, then those that it creates. */
function skillsOf({ ops, baseVersions }: QueueRecord, known: KnownVersions): QueueSkill[] {
  const changed = Object.entries(baseVersions).map(([id, base]) => {
    const skill = known.get(id);
    return { id, name: skill?.name ?? id, base, now: skill?.version ?? null };
  });
  const created = ops.flatMap((op) =>
    op.op === 'create_skill' ? [{ id: null, name: op.name, base: null, now: null }] : [],
  );
  return [...changed, ...created];
}

function itemOf(record: QueueRecord, known: KnownVersions, outcomes: Map<string, string>): QueueItem {
  const skills = skillsOf(record, known);
  const moved = !isSettled(record.status) && skills.some(({ base, now }) => base !== now);
  return {
    id: record.id,
    title: describeOps(record.ops),
    agentId: record.agentId,
    status: record.status,
    skills,
    drift: moved ? 'moved' : 'current',
    source: record.source,
    risk: record.risk,
    findings: record.safetyFindings,
    blocking: record.safetyFindings.some(isBlocking),
    humanAuthored: record.humanAuthored,
    episodes: record.episodeIds.length,
    failures: record.episodeIds.filter((id) => outcomes.get(id) === 'failure').length,
    evalScore: record.evalScore,
    baselineScore: record.baselineScore,
    createdAt: record.createdAt.toISOString(),
    decidedAt: record.decidedAt?.toISOString() ?? null,
    reviewer: record.reviewer,
  };
}
