/** What the address of the memories page carries, and the words for its choices. */
import type { Outputs } from '../api/trpc.ts';
import { oneOf, text, type UrlState } from '../url/use-url-state.ts';

export type ListedMemory = Outputs['memories']['list']['items'][number];
export type MemoryStatus = ListedMemory['status'];

/** A moment with its zone, as the interface writes and takes it. */
const MOMENT =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Empty texts are "any". `as_of` is the viewed moment, empty for now. */
export const MEMORIES_STATE = {
  tab: oneOf(['held', 'all', 'clean'], 'held'),
  text: text(200),
  user: text(256),
  kind: oneOf(['', 'fact', 'preference', 'lesson'], ''),
  cause: oneOf(['', 'finding', 'resembles', 'policy'], ''),
  status: oneOf(['', 'active', 'superseded', 'pending', 'any'], ''),
  as_of: text(40, MOMENT),
  id: text(64),
};

export type MemoriesState = UrlState<typeof MEMORIES_STATE>;
export type ChangeMemories = (changes: Partial<MemoriesState>, how?: { history: 'push' | 'replace' }) => void;

/** A view of another moment is one of all memories, whatever tab the address names. */
export function tabOf({ tab, as_of }: MemoriesState): MemoriesState['tab'] {
  return as_of === '' ? tab : 'all';
}

export const KINDS = [
  { value: '', label: 'Any kind' },
  { value: 'fact', label: 'Facts' },
  { value: 'preference', label: 'Preferences' },
  { value: 'lesson', label: 'Lessons' },
] as const;

export const CAUSES = [
  { value: '', label: 'Any reason' },
  { value: 'finding', label: 'Safety finding' },
  { value: 'resembles', label: 'Resembles another' },
  { value: 'policy', label: 'Policy' },
] as const;

export const STATUSES = [
  { value: '', label: 'active' },
  { value: 'superseded', label: 'superseded' },
  { value: 'pending', label: 'pending: held' },
  { value: 'any', label: 'Any status' },
] as const;

export const UNFILTERED = { text: '', user: '', kind: '', cause: '', status: '' } as const;

/** Whether a filter hides some of what its tab would list. */
export function isNarrowed({ tab, text, user, kind, cause, status }: MemoriesState): boolean {
  return text !== '' || user !== '' || kind !== '' || (tab === 'held' ? cause : status) !== '';
}

const EVERY: readonly MemoryStatus[] = ['active', 'superseded', 'pending'];

/** The statuses that the list asks for. */
export function statusesOf({ status }: MemoriesState): MemoryStatus[] {
  if (status === 'any') return [...EVERY];
  return [status === '' ? 'active' : status];
}

/** A moment for a date-time field, to the second, in the browser's zone or in UTC. */
export function fieldText(at: string, zone: 'local' | 'utc'): string {
  if (at === '') return '';
  const moment = new Date(at);
  const shift = zone === 'utc' ? 0 : moment.getTimezoneOffset() * 60_000;
  return new Date(moment.getTime() - shift).toISOString().slice(0, 19);
}

/** The moment of a date-time field; null where it is none. */
export function momentOfField(text: string, zone: 'local' | 'utc'): string | null {
  const moment = new Date(zone === 'utc' ? `${text}Z` : text);
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
