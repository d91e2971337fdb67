/**
 * Tells listeners of this process what changed, whichever process changed it: every change of state writes an
 * audit entry in its own transaction, so the log is the feed. It is read once a second for all tenants that
 * somebody listens to, and not at all while nobody does. Only ids leave it.
 */
import { LRUCache } from 'lru-cache';
import { errorFields } from '../platform/log/log.ts';
import type { Runtime } from '../platform/runtime.ts';
import { auditFeedStore, type FeedRow } from './store.ts';

const POLL_MS = 1000;
/**
 * An entry appears when its transaction ends, and clocks differ: the last seconds are read again each time.
 */
const OVERLAP_MS = 15_000;
/** Of a tenant with that many in one reading, listeners are told that anything may have changed. */
const MOST = 1000;
const SEEN = 50_000;

/** What changed: `{type: 'changeset', id: 'cs_…'}`; `*` for both means that anything may have. */
export interface Change {
  type: string;
  id: string;
}

const ANYTHING: Change[] = [{ type: '*', id: '*' }];

type Listener = (changes: Change[]) => void;

export interface AuditFeed {
  /** Calls `listener` with what changes in `tenant` from about now on; returns how to stop that. */
  listen(tenant: string, listener: Listener): () => void;
  /** What changed in `tenant` from `since` on. */
  changesSince(tenant: string, since: Date): Promise<Change[]>;
  /** Reads once, now; for tests that do not wait. */
  poll(): Promise<void>;
}

export function auditFeed(runtime: Runtime): AuditFeed {
  return runtime.once('audit.feed', () => createAuditFeed(runtime));
}

function createAuditFeed(runtime: Runtime): AuditFeed {
  const listeners = new Map<string, Set<Listener>>();
  const seen = new LRUCache<string, true>({ max: SEEN });
  let timer: NodeJS.Timeout | undefined;

  const schedule = () => {
    timer =
      listeners.size === 0 ? undefined : setTimeout(() => void poll().finally(schedule), POLL_MS).unref();
  };
  /** What was written lately, by tenant. What one tenant writes never keeps another one's entries out. */
  const readLately = async () => {
    const since = new Date(runtime.clock().getTime() - OVERLAP_MS);
    const tenants = [...listeners.keys()];
    const store = auditFeedStore(runtime.db.read);
    const rows = await store.since(tenants, since, MOST);
    if (rows.length < MOST) return Map.groupBy(rows, ({ tenant }) => tenant);
    const apart = new Map<string, FeedRow[]>();
    for (const tenant of tenants) apart.set(tenant, await store.since([tenant], since, MOST));
    return apart;
  };
  const poll = async () => {
    try {
      for (const [tenant, rows] of await readLately()) {
        const fresh = rows.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.set(id, true);
        if (fresh.length === 0) continue;
        notifyListeners(listeners.get(tenant), rows.length < MOST ? toChanges(fresh) : ANYTHING);
      }
    } catch (error) {
      runtime.log.warn('live.feed_unread', errorFields(error));
    }
  };
  return {
    poll,
    async changesSince(tenant, since) {
      const rows = await auditFeedStore(runtime.db.read).since([tenant], since, MOST);
      return rows.length < MOST ? toChanges(rows) : ANYTHING;
    },
    listen(tenant, listener) {
      const tenantListeners = listeners.get(tenant) ?? new Set();
      listeners.set(tenant, tenantListeners.add(listener));
      if (timer === undefined) schedule();
      return () => {
        tenantListeners.delete(listener);
        if (tenantListeners.size === 0 && listeners.get(tenant) === tenantListeners) listeners.delete(tenant);
      };
    },
  };
}

function notifyListeners(listeners: Set<Listener> | undefined, changes: Change[]): void {
  for (const listener of listeners ?? []) listener(changes);
}

/** `changeset:cs_9` as type and id, each once. */
function toChanges(entries: { resource: string }[]): Change[] {
  return [...new Set(entries.map(({ resource }) => resource))].map((resource) => {
    const colon = resource.indexOf(':');
    return { type: resource.slice(0, colon), id: resource.slice(colon + 1) };
  });
}
