/** What the playground's address holds. */
import { text } from '../../url/use-url-state.ts';

/** In characters; an address that is much longer is refused on its way. */
export const LONGEST_TASK = 2000;

export const PLAYGROUND_SCHEMA = {
  task: text(LONGEST_TASK),
  user: text(256),
  /** A minute in UTC, as `2026-03-01T12:00`. */
  at: text(16, /^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  change: text(64),
};
