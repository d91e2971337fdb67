/**
 * Canaries with guardrails on what the fleet learns: a candidate that is cheaper and as good, one that is better but
 * slow, and one that is better and about as fast. In a gateway of its own, which also promotes cheaper candidates.
 */
import type { Changeset, ExperimentInsight, WhetstoneOptions } from '../../client/src/index.ts';
import { AGENT, Fleet } from '../fleet/fleet.ts';
import { review } from '../fleet/reviewer.ts';
import { authorSkills, isDecided, listChangesets, teaches, untilReflected } from '../loop.ts';
import { PRESSED } from '../settings.ts';
import { type Case, caseOf, makeGuardedWorld } from './kinds.ts';

const MIN_SAMPLES = 20;

/** What the gateway needs beside the pressed settings and the model. */
export const GUARDED_SETTINGS: Record<string, string> = {
  ...PRESSED,
  SERVICE_HOLDOUT_RATE: '0',
  // One user's praise teaches the cheaper way, and the simulated reviewer refuses what is held.
  SERVICE_USER_RULES_NEED_REVIEW: 'false',
  // The boundary of the calibrated rule would be known when these canaries are over.
  SERVICE_CANARY_RULE: 'posterior',
  SERVICE_CANARY_MIN_SAMPLES: String(MIN_SAMPLES),
  // Guardrails need more runs than success.
  SERVICE_CANARY_MAX_SAMPLES: '400',
  SERVICE_CANARY_GUARDRAILS: 'duration:0.2,tool_errors:0.1',
  SERVICE_CANARY_CHEAPER: 'true',
  SERVICE_CANARY_CHEAPER_MARGIN: '0.1',
  // Only when it is asked to: what is planted is learned from the first runs.
  SERVICE_REFLECT_ON_FAILURE: 'false',
  SERVICE_REFLECT_EVERY_N_EPISODES: '1000000',
  SERVICE_REFLECT_MIN_TOOL_CALLS: '1000000',
};

/** How a candidate's canary ended. */
export interface Trial {
  readonly case: Case;
  readonly skill: string;
  readonly status: Changeset['status'];
  /** Null where nothing was learned. */
  readonly canary: ExperimentInsight | null;
}

/** In sessions. */
const FIRST = 120;
const WAVE = 100;
const MOST = 3500;

/** Has the fleet work until each canary has ended, and tells how. */
export async function runTrials(
  access: Pick<WhetstoneOptions, 'url' | 'apiKey' | 'tenantId'>,
  seed: number,
): Promise<Trial[]> {
  const world = makeGuardedWorld(seed);
  const fleet = new Fleet(world, { access, wishChangesAfter: MOST });
  const { client } = fleet;
  await authorSkills(client, world);
  await fleet.work(FIRST);
  let changesets: Changeset[] = [];
  while (fleet.sessions < MOST && !isDecided(world, changesets)) {
    await fleet.work(WAVE);
    if (!world.kinds.every((kind) => changesets.some((change) => teaches(change, kind))))
      await untilReflected(fleet);
    await review(client, MIN_SAMPLES);
    changesets = await listChangesets(client);
  }
  const { experiments } = await client.call('readInsights', { path: { agent_id: AGENT } });
  return world.kinds.flatMap((kind) => {
    const found = caseOf(kind.skill);
    const change = changesets.find((one) => teaches(one, kind));
    if (found === null || change === undefined) return [];
    const canary = experiments.find(({ changeset_id: id }) => id === change.id) ?? null;
    return [{ case: found, skill: kind.skill, status: change.status, canary }];
  });
}
