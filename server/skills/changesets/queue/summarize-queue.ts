/** The numbers above the review queue: how much waits where, and how the reviewer's day is going. */

import { type Principal, SYSTEM_ACTORS } from '../../../domain/principal.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { QUEUE_TABS, type QueueTab, TAB_STATUSES } from './list-queue.ts';
import { type QueueFilter, queueStore } from './store.ts';

/** Longer pauses between two decisions are not spent on the second one. */
const PAUSE_SECONDS = 900;

export interface QueueSummary {
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
