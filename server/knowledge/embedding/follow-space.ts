/**
 * After a change of the model, texts are compared in the space before until all of them have vectors of the new one: no recall
 * goes by words alone meanwhile.
 */
import {
  configuredSpace,
  isSpaceSettled,
  namedSpace,
  serveSpace,
} from '../../platform/embeddings/vector-space.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { vectorsOfAllTenants } from './all-tenants-store.ts';

const LOOK_EVERY_MS = 30_000;

/** Finds the space to serve, and has the process serve it; whether that is settled. */
export async function findServedSpace(runtime: Runtime): Promise<boolean> {
  const space = configuredSpace(runtime.config);
  if (space === null) return true;
  const before = await vectorsOfAllTenants(runtime.db.read).spaceBefore(space.name);
  runtime.metrics.embeddingsOutdated.set(before?.texts ?? 0);
  serveSpace(runtime, before === null ? space : namedSpace(before.name));
  if (before !== null) {
    const fields = { served: before.name, configured: space.name, left: before.texts };
    runtime.log.info('embeddings.outdated', fields);
  }
  return isSpaceSettled(runtime);
}

/** Looks for the space to serve now, and again and again until it is settled. To be called when a process starts. */
export async function followServedSpace(runtime: Runtime): Promise<void> {
  let isSettled = false;
  try {
    isSettled = await findServedSpace(runtime);
  } catch (error) {
    runtime.log.warn('embeddings.space_unknown', errorFields(error));
  }
  if (!isSettled) setTimeout(() => void followServedSpace(runtime), LOOK_EVERY_MS).unref();
}
