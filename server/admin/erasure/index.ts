/** Forgetting a user. */
export { eraseUser, previewErasure } from './erase-user.ts';
