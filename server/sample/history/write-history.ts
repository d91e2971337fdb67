/**
 * Writes the history of the sample world: eight weeks of runs, and what was learned from them, through the same
 * use cases as the real thing, so that every figure and every log entry is what they make of it. The same seed
 * gives the same history.
 */

import { SCOPES } from '../../domain/principal.ts';
import { seededRandom } from '../../domain/seeded-random.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { historyActions } from './history-actions.ts';
import { pastRuntime } from './past-runtime.ts';
import { type PastRun, recordRuns } from './record-runs.ts';
import { AGENTS, DAYS, SCHEDULE, WISHES } from './schedule.ts';

const SEED = 16;
/** Who gives feedback. */
const ACTOR = 'oidc:emil';
/** From the start of a day until its runs begin: what a day brings comes before them. */
const WORK_BEGINS_MS = DAY_MS / 24;
const WEEK = 7;

/**
 * Fills the empty `tenant` with a history that ends now. `onWeek` is called once for each of its weeks; what it
 * throws ends the work.
 */
export async function writeHistory(
  runtime: Runtime,
  tenant: string,
  onWeek: () => Promise<void>,
): Promise<void> {
  const start = runtime.clock().getTime() - DAYS * DAY_MS;
  const moment = { at: start };
  const past = pastRuntime(runtime, moment, SEED);
  const principal = { tenant, actor: ACTOR, bucket: ACTOR, scopes: new Set(SCOPES) };
  const random = seededRandom(SEED + 1);
  const runs: PastRun[] = [];
  const ids = new Map<string, string>();
  const actions = historyActions(past, tenant, runs);
  for (let day = 0; day < DAYS; day += 1) {
    moment.at = start + day * DAY_MS;
    for (const happen of SCHEDULE.get(day) ?? []) {
      await happen(actions, ids);
      moment.at += 60_000;
    }
    const wish = day < WISHES.day ? WISHES.before : WISHES.after;
    moment.at = start + day * DAY_MS + WORK_BEGINS_MS;
    for (const agent of AGENTS) {
      const recording = { runtime: past, principal, random, wish };
      runs.push(...(await recordRuns(recording, agent, String(day))));
      await nextTurn();
    }
    if (day % WEEK === 0) await onWeek();
  }
}
