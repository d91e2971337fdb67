/** All attacks on one gateway, which has to live through them one after the other, then at once. */
import { seededRandom } from '../../server/domain/seeded-random.ts';
import { type MemoryCourse, tryAllTogether } from './all-together.ts';
import { tryCostlyRequests } from './costly-requests.ts';
import { tryCrowding } from './crowding.ts';
import { tryForeignIds } from './foreign-ids.ts';
import { sendGenerated } from './generated-requests.ts';
import { tryMoments } from './moments.ts';
import { tryPlantedTexts } from './planted-texts.ts';
import { trySignIns } from './sign-ins.ts';
import { tryStoredTexts } from './stored-texts.ts';
import { type Attack, openTarget } from './target.ts';

/** What is sent. `databaseUrl` is a throw-away SQLite file unless given. */
export interface HostileOrder {
  seed: number;
  /** How many generated requests. */
  requests: number;
  /** For how long all attacks go on at once; none where it is 0. */
  minutes: number;
  brief: boolean;
  databaseUrl?: string;
}

interface Hostility {
  attacks: Attack[];
  /** The memory while all attacks went on at once; null where they did not. */
  course: MemoryCourse | null;
}

const BRIEF_PATIENCE_MS = 60_000;

export async function tryHostility({
  seed,
  requests,
  minutes,
  brief,
  databaseUrl,
}: HostileOrder): Promise<Hostility> {
  const opened = await openTarget(databaseUrl);
  // The brief form runs among other tests: there a wait tells of the machine, not of the gateway.
  const target = brief ? { ...opened, patienceMs: BRIEF_PATIENCE_MS } : opened;
  const random = seededRandom(seed);
  try {
    const attacks = [
      await tryForeignIds(target, { random, ...(brief ? { perKind: 1 } : {}) }),
      ...(await trySignIns(target)),
      await tryStoredTexts(target),
      await tryPlantedTexts(target, { random, brief }),
      ...(await tryMoments(target)),
      ...(await tryCrowding(target, { brief })),
      await sendGenerated(target, random, requests),
      ...(await tryCostlyRequests(target, { brief })),
    ];
    if (minutes === 0) return { attacks, course: null };
    const { course, ...together } = await tryAllTogether(target, { minutes, random });
    return { attacks: [...attacks, together], course };
  } finally {
    await target.close();
  }
}
