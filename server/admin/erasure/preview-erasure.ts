/** What an erasure would remove, counted before somebody confirms it. */
import type { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { erasurePreviewStore } from './preview-store.ts';

/** The rows of a user, by kind, as they are now. */
export async function previewErasure(
  runtime: Runtime,
  { tenant }: Principal,
  userId: string,
): Promise<ErasureCounts> {
  return await erasurePreviewStore(runtime.db.read, tenant).count(userId);
}
