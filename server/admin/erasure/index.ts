/** Forgetting a user. */
export { eraseUser } from './erase-user.ts';
export { previewErasure } from './preview-erasure.ts';
