/** Which changes cite a run as their reason. */
import { describeOps } from '../../domain/skills/changesets/describe.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { detailStore } from './detail-store.ts';

/** Most changesets that are listed for one episode. */
const MOST = 100;

/** A changeset that cites an episode. */
export interface CitingChangeset {
  id: string;
  title: string;
  status: string;
  createdAt: string;
}

/** The newest changesets that cite an episode, which may be gone by now. */
export async function listCiting(
  runtime: Runtime,
  { tenant }: Principal,
  episodeId: string,
): Promise<CitingChangeset[]> {
  const rows = await detailStore(runtime.db.read, tenant).citing(episodeId, MOST);
  return rows.map(({ id, ops, status, createdAt }) => ({
    id,
    status,
    title: describeOps(ops),
    createdAt: createdAt.toISOString(),
  }));
}
