/** Forgetting a user, or a whole tenant. */
export { eraseTenant, eraseUser, hasRows, previewErasure, wasUsedSince } from './erase-user.ts';
export { readable } from './export-store.ts';
export { exportUser } from './export-user.ts';
export { removeEpisodes } from './store.ts';
export {
  EXPORTED_MODELS,
  REMOVED_TABLES,
  wholeTenantStore,
} from './whole-tenant-store.ts';
