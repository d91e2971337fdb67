/** A statement becomes a memory: checked, held or believed, in the place of one that it replaces. */

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
  announceChange,
  CHANGED,
  type Change,
  effectiveReconciliation,
  HELD_LATE,
  inheritSupport,
  type NewMemory,
  newRecord,
  profileChange,
  storeNew,
  takePlace,
  upsertStatement,
} from './upsert-statement.ts';
