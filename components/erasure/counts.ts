/** The counts of an erasure: their order, their words and their sum. Pure. */
import { MOST_COUNTED } from '../../server/domain/admin/bounded-count.ts';
import type { Outputs } from '../api/trpc.ts';
import { counted, grouped } from '../ui/text/counted.ts';

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
    note: 'the name under which this id signed in',
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

/** All rows that were erased. */
export function totalOf(counts: Counts): number {
  return KINDS.reduce((sum, { kind }) => sum + counts[kind], 0);
}

/** All rows of a preview, which counts no kind beyond {@link MOST_COUNTED}: "214", "more than 10,214". */
export function previewedTotal(counts: Counts): string {
  const least = KINDS.reduce((sum, { kind }) => sum + Math.min(counts[kind], MOST_COUNTED), 0);
  return least < totalOf(counts) ? `more than ${grouped(least)}` : grouped(least);
}

/** "214 rows", "more than 10,214 rows". */
export function previewedRows(counts: Counts): string {
  return `${previewedTotal(counts)} ${totalOf(counts) === 1 ? 'row' : 'rows'}`;
}

/** "214 rows", "1 row". */
export function rowsText(count: number): string {
  return counted(count, 'row');
}
