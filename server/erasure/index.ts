/** Forgetting a user. */
export { eraseUser } from './erase-user.ts';
