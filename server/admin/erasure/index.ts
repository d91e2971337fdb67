/** Forgetting a user. */
export { eraseUser, previewErasure } from './erase-user.ts';
export { removeEpisodes } from './store.ts';
