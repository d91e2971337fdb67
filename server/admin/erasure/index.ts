/** Forgetting a user. */
export { eraseUser, previewErasure } from './erase-user.ts';
export { exportUser } from './export-user.ts';
export { removeEpisodes } from './store.ts';
