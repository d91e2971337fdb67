/** A statement becomes a memory: checked, held or believed, in the place of one that it replaces. */

export { announceChange, type Change } from './announce-change.ts';
export {
  CHANGED,
  effectiveReconciliation,
  inheritSupport,
  profileChange,
  takePlace,
} from './replacement.ts';
export {
  FEW_SESSIONS,
  type Statement,
  statementVector,
  toStatement,
  underPolicy,
} from './statement.ts';
export {
  type AttemptResult,
  type Author,
  HELD_LATE,
  type NewMemory,
  newRecord,
  storeNew,
  upsertStatement,
} from './upsert-statement.ts';
