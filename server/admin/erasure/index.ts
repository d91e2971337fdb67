/** Forgetting a user, or a whole tenant. */
export { eraseTenant, eraseUser, hasRows, previewErasure, wasUsedSince } from './erase-user.ts';
export { exportUser } from './export-user.ts';
export { removeEpisodes } from './store.ts';
