/** All attacks on one gateway, which has to live through them one after the other. */
import { seededRandom } from '../../domain/skills/canary/calibrate-boundary.ts';
import { tryCostlyRequests } from './costly-requests.ts';
import { tryForeignIds } from './foreign-ids.ts';
import { sendGenerated } from './generated-requests.ts';
import { tryStreams } from './open-streams.ts';
import { type Attack, openTarget } from './target.ts';

/** What is sent. `databaseUrl` is a throw-away SQLite file unless given. */
export interface HostileOrder {
  seed: number;
  /** How many generated requests. */
  requests: number;
  brief: boolean;
  databaseUrl?: string;
}

export async function tryHostility({ seed, requests, brief, databaseUrl }: HostileOrder): Promise<Attack[]> {
  const target = await openTarget(databaseUrl);
  const random = seededRandom(seed);
  try {
    return [
      await tryForeignIds(target, random),
      await tryStreams(target),
      await sendGenerated(target, random, requests),
      ...(await tryCostlyRequests(target, { brief })),
    ];
  } finally {
    await target.close();
  }
}
