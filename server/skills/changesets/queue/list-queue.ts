/** The review queue: changesets as a reviewer chooses among them, with what tells them apart. */

import { type Principal, SYSTEM_ACTORS } from '../../../domain/principal.ts';
import { isBlocking } from '../../../domain/safety/spans.ts';
import type { Risk } from '../../../domain/skills/changesets/approval-policy.ts';
import type { ChangesetSource } from '../../../domain/skills/changesets/changeset.ts';
import {
  CHANGESET_STATUSES,
  type ChangesetStatus,
  canReview,
  isFinal,
} from '../../../domain/skills/changesets/status.ts';
import type { Headline } from '../../../domain/skills/changesets/wording/headline.ts';
import type { SourceCount } from '../../../domain/trust/because.ts';
import { cutPage, momentOf, type Page, placeOf, readInPieces } from '../../../platform/paging.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { experimentStore } from '../../canary/index.ts';
import { readHeadlines } from '../../library/index.ts';
import { findRolledBack } from '../decided/restore-version.ts';
import { createdNames } from '../load-for-decision.ts';
import { changesetDigest, type TargetVersion, targetVersions } from '../what-was-shown.ts';
import { type QueueFilter, type QueueOrder, type QueuePlace, type QueueRecord, queueStore } from './store.ts';

export const QUEUE_TABS = ['pending', 'queued', 'canary', 'decided', 'all'] as const;
type QueueTab = (typeof QUEUE_TABS)[number];

const TAB_STATUSES: Record<QueueTab, readonly ChangesetStatus[]> = {
  pending: ['pending'],
  queued: ['approved'],
  canary: ['canary'],
  decided: CHANGESET_STATUSES.filter(isFinal),
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
 * A changeset in the queue. `moved`: it waits, but a skill has a newer version or a new one's name by now, so
 * approving it will fail. `blocked`: a canary runs on a skill of it, so approving it would queue it.
 */
export interface QueueItem {
  id: string;
  headline: Headline;
  agentId: string;
  status: ChangesetStatus;
  /** Whether it was applied, and a skill of it has been rolled back behind it since. */
  rolledBack: boolean;
  skills: TargetVersion[];
  /** What a decision on this row counts for. */
  digest: string;
  drift: 'current' | 'moved' | 'blocked';
  source: ChangesetSource;
  risk: Risk;
  findings: string[];
  /** The untrusted sources that it was learned from, with their runs. */
  sources: SourceCount[];
  /** Why its sources need a person; empty where they do not. */
  because: string[];
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

export async function listQueue(
  runtime: Runtime,
  { tenant }: Principal,
  { tab, filter, order: wanted, cursor, limit }: QueueRequest,
): Promise<Page<QueueItem>> {
  // Only what was decided has a time of decision to be sorted by.
  const order = wanted === null || (wanted === 'decided' && tab !== 'decided') ? DEFAULT_ORDER[tab] : wanted;
  const store = queueStore(runtime.db.read, tenant);
  const after = placeAfter(order, cursor);
  const places = await store.page({ statuses: TAB_STATUSES[tab], filter, order, after, limit: limit + 1 });
  const page = cutPage(places, limit, (place) => place);
  const records = await readInPieces(page.items, store.records);
  return { items: await toItems(runtime, tenant, records), nextCursor: page.nextCursor };
}

/** Where a page of an order begins. */
function placeAfter(order: QueueOrder, cursor: string | null): QueuePlace | null {
  if (order !== 'decided') return placeOf(cursor, order === 'skill' ? 'text' : 'number');
  const found = momentOf(cursor);
  return found === null ? null : { key: found.at.toISOString(), id: found.id };
}

/** The skills and runs of a page, read once for all of its rows. */
interface PageFacts {
  skills: Awaited<ReturnType<ReturnType<typeof queueStore>['skills']>>;
  onTrial: ReadonlySet<string>;
  outcomes: ReadonlyMap<string, string>;
  rolledBack: ReadonlySet<string>;
}

async function toItems(runtime: Runtime, tenant: string, records: QueueRecord[]): Promise<QueueItem[]> {
  const { read } = runtime.db;
  const store = queueStore(read, tenant);
  const skillIds = [...new Set(records.flatMap(({ baseVersions }) => Object.keys(baseVersions)))];
  const episodeIds = new Set(records.flatMap((record) => record.episodeIds));
  const agentIds = [...new Set(records.map(({ agentId }) => agentId))];
  const [skills, onTrial, outcomes, rolledBack, headlines] = await Promise.all([
    store.skills(skillIds, {
      agentIds,
      names: [...new Set(records.flatMap(({ ops }) => createdNames(ops)))],
    }),
    experimentStore(read, tenant).onTrial(skillIds),
    store.outcomes([...episodeIds]),
    findRolledBack(read, tenant, records),
    readHeadlines(read, tenant, records),
  ]);
  const facts = { skills, onTrial, outcomes, rolledBack };
  return records.flatMap((record, at) => (headlines[at] ? [toItem(record, headlines[at], facts)] : []));
}

/** As approving it would go: what would fail fails at once, and a person's own change waits for no canary. */
function findDrift(
  { status, humanAuthored }: QueueRecord,
  skills: readonly TargetVersion[],
  onTrial: ReadonlySet<string>,
): QueueItem['drift'] {
  if (isFinal(status)) return 'current';
  if (skills.some(({ base, now }) => base !== now)) return 'moved';
  const waits = canReview(status) && !humanAuthored;
  return waits && skills.some(({ id }) => id !== null && onTrial.has(id)) ? 'blocked' : 'current';
}

function toItem(record: QueueRecord, headline: Headline, facts: PageFacts): QueueItem {
  const skills = targetVersions(record, facts.skills);
  return {
    id: record.id,
    headline,
    agentId: record.agentId,
    status: record.status,
    rolledBack: facts.rolledBack.has(record.id),
    skills,
    digest: changesetDigest(record, skills),
    drift: findDrift(record, skills, facts.onTrial),
    source: record.source,
    risk: record.risk,
    findings: record.safetyFindings,
    sources: record.sources,
    because: record.because,
    blocking: record.safetyFindings.some(isBlocking),
    humanAuthored: record.humanAuthored,
    episodes: record.episodeIds.length,
    failures: record.episodeIds.filter((id) => facts.outcomes.get(id) === 'failure').length,
    evalScore: record.evalScore,
    baselineScore: record.baselineScore,
    createdAt: record.createdAt.toISOString(),
    decidedAt: record.decidedAt?.toISOString() ?? null,
    reviewer: record.reviewer,
  };
}

/** Longer pauses between two decisions are not spent on the second one. */
const PAUSE_SECONDS = 900;

interface QueueSummary {
  /** Changesets that fit the filter, by tab; of each status counted up to `COUNT_LIMIT`. */
  tabs: Record<QueueTab, number>;
  /** Of the whole tenant. */
  pending: number;
  oldestPendingAt: string | null;
  /** What this reviewer decided since the given moment. */
  decided: number;
  /** The median time from one of those decisions to the next; null below two. */
  medianSeconds: number | null;
  /** What policy decided since then. */
  automatic: number;
}

const EVERYTHING: QueueFilter = {
  agentId: null,
  source: null,
  learnedFrom: null,
  risk: null,
  finding: null,
  skillId: null,
  text: null,
};

/** The numbers for a filter; `since` is the start of the reviewer's day. */
export async function summarizeQueue(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { filter, since }: { filter: QueueFilter; since: Date },
): Promise<QueueSummary> {
  const store = queueStore(runtime.db.read, tenant);
  const [fitting, all, oldest, own, automatic] = await Promise.all([
    store.countByStatus(filter),
    store.countByStatus(EVERYTHING, ['pending']),
    store.oldestPending(),
    store.decisions(actor, since),
    store.decisions(SYSTEM_ACTORS.policy, since),
  ]);
  const tabs = Object.fromEntries(
    QUEUE_TABS.map((tab) => [tab, TAB_STATUSES[tab].reduce((sum, one) => sum + (fitting[one] ?? 0), 0)]),
  ) as Record<QueueTab, number>;
  return {
    tabs,
    pending: all.pending ?? 0,
    oldestPendingAt: oldest?.toISOString() ?? null,
    decided: own.length,
    medianSeconds: medianGap(own),
    automatic: automatic.length,
  };
}

/** `moments` latest first. */
function medianGap(moments: Date[]): number | null {
  const gaps = moments
    .slice(1)
    .map((earlier, index) => ((moments[index]?.getTime() ?? 0) - earlier.getTime()) / 1000)
    .filter((gap) => gap <= PAUSE_SECONDS)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}
