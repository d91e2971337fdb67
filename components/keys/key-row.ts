/** A key of the list, and whether somebody probably still uses it. */
import type { Outputs } from '../api/trpc.ts';

export type KeyRow = Outputs['keys']['list']['items'][number];

const DAY_MS = 86_400_000;

/** Whether the key was used within the 24 hours before `now`. */
export function isInUse({ lastUsedAt }: Pick<KeyRow, 'lastUsedAt'>, now: number): boolean {
  return lastUsedAt !== null && now - Date.parse(lastUsedAt) < DAY_MS;
}
