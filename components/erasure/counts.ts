/** The counts of an erasure: their order, their words, their sum, and how two differ. Pure. */
import type { Outputs } from '../api/trpc.ts';

export type Counts = Outputs['erasure']['preview'];
type Kind = keyof Counts;

/** Every kind of row that an erasure reaches, with what it means. */
export const KINDS: readonly { kind: Kind; label: string; note: string }[] = [
  { kind: 'memories', label: 'Memories', note: 'all versions, including superseded and held' },
  { kind: 'memory_evidence', label: 'Evidence', note: 'that memories rest on runs of the user' },
  { kind: 'episodes', label: 'Episodes', note: 'with their messages and tool calls' },
  { kind: 'feedback', label: 'Feedback', note: 'given on those episodes' },
  { kind: 'profiles', label: 'Profiles', note: 'profiles served to agents' },
  { kind: 'recalls', label: 'Recalls', note: 'what was served for the user' },
  {
    kind: 'people',
    label: 'Reviewer',
    note: 'the name of a reviewer with this id, with assignments and mentions',
  },
];

/** What an erasure leaves. */
export const NOT_REACHED: readonly string[] = [
  'Facts stored without a user id are shared by all users. Only the record that this user said them is erased',
  'Skills and all their versions',
  'Episodes, recalls and memories recorded without this user id',
  'Totals without text: success rates, usage, counts',
  'The audit log, which also records the erasure with this id',
  'Backups of the database',
  'Text already sent to the learning model’s provider',
];

/** All rows together. */
export function totalOf(counts: Counts): number {
  return KINDS.reduce((sum, { kind }) => sum + counts[kind], 0);
}

/** The kinds whose count at the deed is not the one that was previewed. */
export function changedKinds(
  previewed: Counts,
  erased: Counts,
): { label: string; from: number; to: number }[] {
  return KINDS.filter(({ kind }) => previewed[kind] !== erased[kind]).map(({ kind, label }) => ({
    label,
    from: previewed[kind],
    to: erased[kind],
  }));
}

/** "214 rows", "1 row". */
export function rowsText(count: number): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'row' : 'rows'}`;
}
