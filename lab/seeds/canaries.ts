/**
 * Canaries for the browser tests: runs are served, recorded and credited through the API, and verdicts come
 * by themselves.
 */
import { expect } from '@playwright/test';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { besideGateway } from '../gateway/beside-gateway.ts';
import { author, call, type Draft, propose, type Target, targetAgent } from './changesets.ts';

/** Of every ten runs of either kind, so many succeed. */
interface Rates {
  incumbent: number;
  candidate: number;
}

interface Experiment {
  id: string;
  status: string;
  skill_id: string;
  incumbent_n: number;
  candidate_n: number;
}

export interface Trial {
  experimentId: string;
  changesetId: string;
  skillId: string;
  ruleIds: string[];
}

export async function readExperiments(target: Target): Promise<Experiment[]> {
  const path = `/v1/agents/${targetAgent(target)}/insights`;
  return (await call<{ experiments: Experiment[] }>(target, 'GET', path)).experiments;
}

/** The boundary of a canary with the usual settings takes 20 s of computing alone, and longer beside a busy machine. */
const CALIBRATION_MS = 180_000;

/**
 * Until evidence leads to a verdict: the calibrated rule computes its boundary first, and runs come faster
 * than that.
 */
async function untilJudged({ databaseUrl }: Target, id: string): Promise<void> {
  await besideGateway(databaseUrl, async ({ db: { read } }) => {
    const undecidable = { id, rule: 'calibrated', boundary: null };
    const left = () => clientOf(read).experiment.count({ where: undecidable });
    await expect.poll(left, { timeout: CALIBRATION_MS }).toBe(0);
  });
}

/** Proposes a change of a well-used skill, which approving would put on trial. */
export async function proposeTrial(target: Target, skill: Draft): Promise<Omit<Trial, 'experimentId'>> {
  const { id: skillId, bullets } = await author(target, skill);
  const ruleIds = bullets.map(({ id }) => id);
  const change = (content: string) => ({
    ops: [{ op: 'update' as const, skill: skill.name, bullet: ruleIds[0] ?? '', content }],
    rationale: 'Runs failed where the rule was read loosely.',
  });
  const used = [{ skillId, uses: 1000 }];
  const [changesetId = ''] = await propose(target, [change(`${skill.rules[0]}, and check it twice`)], {
    used,
  });
  return { changesetId, skillId, ruleIds };
}

/** Puts a change of a well-used skill on trial. */
export async function startTrial(target: Target, skill: Draft): Promise<Trial> {
  const proposed = await proposeTrial(target, skill);
  await call(target, 'POST', `/v1/changesets/${proposed.changesetId}/review`, { approve: true });
  const experiment = (await readExperiments(target)).find(({ skill_id }) => skill_id === proposed.skillId);
  if (experiment === undefined) throw new Error('no canary started');
  await untilJudged(target, experiment.id);
  return { experimentId: experiment.id, ...proposed };
}

/** One more change of the same skill, approved while the canary runs. */
export async function queueBehind(target: Target, skill: Draft, { ruleIds }: Trial): Promise<string> {
  const content = `${skill.rules[1]}, every time`;
  const ops = [{ op: 'update' as const, skill: skill.name, bullet: ruleIds[1] ?? '', content }];
  const [id = ''] = await propose(target, [{ ops, rationale: 'It was forgotten once.' }]);
  await call(target, 'POST', `/v1/changesets/${id}/review`, { approve: true });
  return id;
}

interface Served {
  recall_id: string;
  skills: { id: string; arm: string | null }[];
}

interface Runs {
  query: string;
  skillId: string;
}

/**
 * Serves and records one run in a session of its own; `succeeds` is told which arm (`treated` without one,
 * else `none`) it got.
 */
async function runOnce(
  target: Target,
  { query, skillId, session }: Runs & { session: number },
  succeeds: (kind: string) => boolean,
): Promise<void> {
  const session_id = `${skillId}-${session}`;
  const scope = { agent_id: targetAgent(target) };
  const served = await call<Served>(target, 'POST', '/v1/recall', { query, scope, session_id });
  const skill = served.skills.find(({ id }) => id === skillId);
  const success = succeeds(skill === undefined ? 'none' : (skill.arm ?? 'treated'));
  await call(target, 'POST', '/v1/episodes', {
    ...{ scope, session_id, task: query, recall_id: served.recall_id },
    ...(success ? { outcome: 'success' } : { outcome: 'failure', error: 'it had to be undone' }),
  });
}

/**
 * Of every ten runs of a kind as many succeed as `rates` says, spread evenly; counts the runs of each kind.
 */
function outcomes(rates: Record<string, number>) {
  const counts: Record<string, number> = {};
  const succeeds = (kind: string): boolean => {
    const nth = counts[kind] ?? 0;
    counts[kind] = nth + 1;
    // Multiples of 7 modulo 10 meet every digit once in ten runs, in no obvious order.
    return (nth * 7) % 10 < (rates[kind] ?? 5);
  };
  return { counts, succeeds };
}

const MOST_RUNS = 400;

/** Serves and records runs of a skill on trial until `enough` says so. */
export async function runUntil(
  target: Target,
  { rates, ...runs }: Runs & { rates: Rates },
  enough: (counts: Record<string, number>) => boolean,
): Promise<void> {
  const { counts, succeeds } = outcomes({ ...rates });
  for (let session = 0; session < MOST_RUNS && !enough(counts); session += 1) {
    await runOnce(target, { ...runs, session }, succeeds);
  }
}

/**
 * Serves and records so many runs; of ten that were served the skill `treated` succeed, of ten held out
 * `holdout`.
 */
export async function recordRuns(
  target: Target,
  { runs, treated, holdout, ...of }: Runs & { runs: number; treated: number; holdout: number },
): Promise<void> {
  const { succeeds } = outcomes({ treated, none: holdout });
  for (let session = 0; session < runs; session += 1) await runOnce(target, { ...of, session }, succeeds);
}
