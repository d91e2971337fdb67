/** A key of the list, and whether somebody probably still uses it. */
import { DAY_MS } from '../../server/domain/time.ts';
import type { Outputs } from '../api/trpc.ts';

export type KeyRow = Outputs['keys']['list']['items'][number];

/** Whether the key was used within the 24 hours before `now`. */
export function isInUse({ lastUsedAt }: Pick<KeyRow, 'lastUsedAt'>, now: number): boolean {
  return lastUsedAt !== null && now - Date.parse(lastUsedAt) < DAY_MS;
}
