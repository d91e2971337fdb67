/** Forgetting a user, or a whole tenant. */
export { eraseTenant, hasRows, wasUsedSince } from './erase-tenant.ts';
export { eraseUser, previewErasure } from './erase-user.ts';
export { exportUser } from './export-user.ts';
export { removeEpisodes } from './store.ts';
