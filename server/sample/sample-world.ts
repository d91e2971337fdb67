/**
 * The sample world: made-up agents, runs and proposals in a tenant of their own, to look at and to try
 * decisions on. Only who runs the gateway may load, enter and remove it. A load that broke off is begun again
 * from the start, and nobody enters a world that is not all there.
 */
import { randomUUID } from 'node:crypto';
import { eraseTenant, hasRows, wasUsedSince } from '../admin/erasure/index.ts';
import { writeAudit } from '../audit/index.ts';
import { type Principal, SAMPLE_TENANT } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Marker, markerStore } from './marker-store.ts';

/** Loading takes seconds: a process that has not finished after this time has stopped. */
const CLAIM_MS = 120_000;
/** Longer than any request takes that was under way when the world was removed. */
const LEAVING_MS = 120_000;

/** Whether the world is there, whole. */
export async function isSampleLoaded(runtime: Runtime): Promise<boolean> {
  return (await markerStore(runtime.db.read).read())?.state === 'loaded';
}

/** Whether `tenant` is that of the sample world, there, being loaded or just removed, and so nobody's own. */
export async function isSampleWorld(runtime: Runtime, tenant: string): Promise<boolean> {
  if (tenant !== SAMPLE_TENANT) return false;
  const marker = await markerStore(runtime.db.read).read();
  return marker !== null && (marker.state !== 'removed' || marker.until > runtime.clock().getTime());
}

/**
 * Loads the world unless it is there; who asks while this process loads it waits for the same load. Throws
 * `conflict` where the tenant holds rows of somebody's own, or where another process is loading it.
 */
export async function loadSampleWorld(runtime: Runtime, principal: Principal): Promise<void> {
  const home = homeOf(principal);
  const underWay = runtime.once('sample.load', (): { load: Promise<void> | null } => ({ load: null }));
  underWay.load ??= load(runtime, home).finally(() => {
    underWay.load = null;
  });
  await underWay.load;
}

/**
 * Removes the world with all that was done in it. Where there is none nothing is removed. What is still written by
 * who was in it goes when the next one is loaded. Throws `conflict` while it is being loaded.
 */
export async function removeSampleWorld(runtime: Runtime, principal: Principal): Promise<void> {
  const home = homeOf(principal);
  await runtime.db.write(async (tx) => {
    const marker = await markerStore(tx).read();
    if (marker === null || marker.state === 'removed') return;
    if (isUnderWay(runtime, marker)) throw underWayElsewhere();
    const removed = { state: 'removed', until: runtime.clock().getTime() + LEAVING_MS } as const;
    if (!(await markerStore(tx).replace(marker, removed))) return;
    await eraseTenant(runtime, tx, SAMPLE_TENANT);
    await writeSampleAudit(runtime, tx, home, 'sample.removed');
  });
}

interface Home {
  tenant: string;
  actor: string;
}

/** Where what is done to the world is audited: its own log goes with it. Throws 403 for all but the operator. */
function homeOf({ operator, actor }: Principal): Home {
  if (operator === undefined) {
    throw new ServiceError('forbidden', 'only the operator of this gateway may open the sample world');
  }
  if (operator.home === SAMPLE_TENANT) {
    const detail = `you are signed in to the tenant ${SAMPLE_TENANT} itself: sign in to another one first`;
    throw new ServiceError('conflict', detail);
  }
  return { tenant: operator.home, actor };
}

async function writeSampleAudit(
  runtime: Runtime,
  tx: Tx,
  home: Home,
  action: 'sample.loaded' | 'sample.removed',
): Promise<void> {
  await writeAudit(runtime, tx, home, { action, resource: `tenant:${SAMPLE_TENANT}` });
}

function isUnderWay({ clock }: Runtime, marker: Marker): boolean {
  return marker.state === 'loading' && marker.until > clock().getTime();
}

function underWayElsewhere(): ServiceError {
  return new ServiceError('conflict', 'the sample world is being loaded: try again in a minute');
}

async function load(runtime: Runtime, home: Home): Promise<void> {
  const claim = await takeClaim(runtime);
  if (claim === null) return;
  const replaceClaim = async (tx: Tx, next: Marker | null) => {
    if (!(await markerStore(tx).replace(claim, next))) throw underWayElsewhere();
  };
  try {
    // Loaded with the first sample world, which most gateways never have.
    const { writeWorld } = await import('./write-world.ts');
    await writeWorld(runtime, SAMPLE_TENANT);
    await runtime.db.write(async (tx) => {
      await replaceClaim(tx, { state: 'loaded' });
      await writeSampleAudit(runtime, tx, home, 'sample.loaded');
    });
  } catch (error) {
    await runtime.db.write(async (tx) => {
      await replaceClaim(tx, null);
      await eraseTenant(runtime, tx, SAMPLE_TENANT);
    });
    throw error;
  }
}

/** Claims an empty tenant for this process; null where the world is there. */
async function takeClaim(runtime: Runtime): Promise<Marker | null> {
  const until = runtime.clock().getTime() + CLAIM_MS;
  const claim: Marker = { state: 'loading', claim: randomUUID(), until };
  return await runtime.db.write(async (tx) => {
    const marker = await markerStore(tx).read();
    if (marker?.state === 'loaded') return null;
    if (marker !== null && isUnderWay(runtime, marker)) throw underWayElsewhere();
    if (!(await markerStore(tx).replace(marker, claim))) throw underWayElsewhere();
    if (await isTaken(tx, marker)) throw tenantInUse();
    if (marker !== null) await eraseTenant(runtime, tx, SAMPLE_TENANT);
    return claim;
  });
}

/** Whether the tenant holds rows of somebody's own. */
async function isTaken(tx: Tx, marker: Marker | null): Promise<boolean> {
  if (marker === null) return await hasRows(tx, SAMPLE_TENANT);
  return marker.state === 'removed' && (await wasUsedSince(tx, SAMPLE_TENANT, new Date(marker.until)));
}

function tenantInUse(): ServiceError {
  const detail = `the tenant ${SAMPLE_TENANT} has data of its own here, so the sample world cannot be loaded into it`;
  return new ServiceError('conflict', detail);
}
