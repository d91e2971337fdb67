/** Which past runs a pending change would have reached, how they ended, and what to say of it. */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { SHARED_AGENT } from '../../fields.ts';
import { OUTCOMES, type Outcome } from '../../runs/episodes/episode.ts';

/** The last runs that a change is tried on. */
export const MOST_PAST_RUNS = 200;
/** With fewer runs, nothing is claimed about them. */
export const LEAST_PAST_RUNS = 10;
/** With fewer rated runs, no average reward is given. */
export const LEAST_RATED = 5;
const MOST_EXAMPLES = 5;

const runCounts = z
  .object({
    runs: z.number().int(),
    failure: z.number().int(),
    partial: z.number().int(),
    success: z.number().int(),
    unknown: z.number().int(),
    rated: z.number().int().describe('Runs with a reward'),
    reward: z.number().nullable().describe(`Average reward; null with fewer than ${LEAST_RATED} rated runs`),
  })
  .meta({ id: 'RunCounts' });

const pastRun = z
  .object({
    episode_id: z.string(),
    agent_id: z.string(),
    task: z.string().nullable().describe('Its beginning'),
    outcome: z.enum(OUTCOMES),
    reward: z.number().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'PastRun' });

/** What of past runs is shown with a changeset. */
export const pastRunsSchema = z
  .object({
    status: z.enum(['computing', 'done', 'failed']),
    sentence: z.string().describe('The result, or why there is none'),
    computed_at: z.iso.datetime().nullable(),
    since: z.iso.datetime().nullable().describe('When the oldest of the runs was recorded'),
    all: runCounts.nullable().describe('The last runs that began with a recall, without the holdout'),
    reached: runCounts
      .nullable()
      .describe(
        `Those whose recall would have served a changed skill in full; null with fewer than ${LEAST_PAST_RUNS} runs`,
      ),
    newly_reached: z
      .number()
      .int()
      .nullable()
      .describe('Of these, runs that were served no version of the skill'),
    no_longer_reached: z
      .number()
      .int()
      .nullable()
      .describe('Runs that were served a version of the skill, and would not be'),
    examples: z
      .array(pastRun)
      .nullable()
      .describe(
        `Up to ${MOST_EXAMPLES} of the reached runs, failures first; null without the scope \`learn\``,
      ),
  })
  .meta({ id: 'PastRuns' });
export type PastRuns = CamelCased<typeof pastRunsSchema>;
type RunCounts = NonNullable<PastRuns['all']>;

/** What is kept of a run: whether the change would reach it, and whether it was served a version of the skill. */
export interface TriedRun {
  readonly id: string;
  readonly reached: boolean;
  readonly served: boolean;
}

/** A run as it is known today. */
export interface KnownRun {
  readonly id: string;
  readonly agentId: string;
  readonly task: string | null;
  readonly outcome: Outcome;
  readonly reward: number | null;
  readonly createdAt: Date;
}

/**
 * Sums up the runs that still exist. `known` has them by id, so that what was erased or rated since counts as it is now.
 */
export function summarizePastRuns(
  agentId: string,
  tried: readonly TriedRun[],
  known: ReadonlyMap<string, KnownRun>,
): Omit<PastRuns, 'status' | 'computedAt'> & { examples: NonNullable<PastRuns['examples']> } {
  const runs = tried.flatMap(({ id, ...how }) => {
    const run = known.get(id);
    return run === undefined ? [] : [{ ...run, ...how }];
  });
  const all = countRuns(runs);
  const isEnough = runs.length >= LEAST_PAST_RUNS;
  const reached = isEnough ? runs.filter((run) => run.reached) : [];
  const counts = isEnough ? countRuns(reached) : null;
  const oldest = Math.min(...runs.map(({ createdAt }) => createdAt.getTime()));
  return {
    sentence:
      !isEnough && tried.length >= LEAST_PAST_RUNS
        ? 'Too few of the runs that it was tried on still exist.'
        : sentenceOf(ownerText(agentId, runs), all, counts),
    since: runs.length === 0 ? null : new Date(oldest).toISOString(),
    all,
    reached: counts,
    newlyReached: isEnough ? reached.filter(({ served }) => !served).length : null,
    noLongerReached: isEnough ? runs.filter((run) => run.served && !run.reached).length : null,
    examples: reached
      .toSorted((one, other) => weightOf(one) - weightOf(other) || +other.createdAt - +one.createdAt)
      .slice(0, MOST_EXAMPLES)
      .map(({ id, agentId: agent, task, outcome, reward, createdAt }) => {
        return { episodeId: id, agentId: agent, task, outcome, reward, createdAt: createdAt.toISOString() };
      }),
  };
}

/** In this order runs are worth reading. */
const READING_ORDER: readonly Outcome[] = ['failure', 'partial', 'unknown', 'success'];
const weightOf = ({ outcome }: KnownRun) => READING_ORDER.indexOf(outcome);

function countRuns(runs: readonly KnownRun[]): RunCounts {
  const ended = (outcome: Outcome) => runs.filter((run) => run.outcome === outcome).length;
  const rewards = runs.flatMap(({ reward }) => reward ?? []);
  const sum = rewards.reduce((total, reward) => total + reward, 0);
  return {
    runs: runs.length,
    failure: ended('failure'),
    partial: ended('partial'),
    success: ended('success'),
    unknown: ended('unknown'),
    rated: rewards.length,
    reward: rewards.length < LEAST_RATED ? null : sum / rewards.length,
  };
}

function ownerText(agentId: string, runs: readonly KnownRun[]): string {
  if (agentId !== SHARED_AGENT) return agentId;
  const agents = new Set(runs.map((run) => run.agentId)).size;
  return agents === 1 ? '1 agent' : `${agents} agents`;
}

function sentenceOf(owner: string, all: RunCounts, reached: RunCounts | null): string {
  if (reached === null) {
    const few =
      all.runs === 0
        ? 'no recent run'
        : all.runs === 1
          ? 'only 1 recent run'
          : `only ${all.runs} recent runs`;
    return `Too few past runs to tell: ${few} of ${owner} began with a recall.`;
  }
  const past = `the last ${all.runs} runs of ${owner}`;
  if (reached.runs === 0) return `None of ${past} would have been served this.`;
  const served = `Of ${past}, ${reached.runs} would have been served this`;
  if (reached.unknown === reached.runs) return `${served}. How they ended is not known.`;
  return `${served}: ${endingsOf(reached)}.`;
}

/** "12 failed, 19 succeeded". */
function endingsOf({ failure, partial, success, unknown }: RunCounts): string {
  const endings = [
    [failure, 'failed'],
    [partial, 'partly succeeded'],
    [success, 'succeeded'],
    [unknown, 'with unknown outcome'],
  ] as const;
  return endings.flatMap(([count, how]) => (count === 0 ? [] : [`${count} ${how}`])).join(', ');
}
