/** What must hold of the rows after anything that happened to the processes and the database. Each function names what does not. */
import { NO_EVIDENCE } from '../../server/domain/measurement/beta.ts';
import { boundedEvidence } from '../../server/domain/measurement/session-sums.ts';
import { addEvidence } from '../../server/domain/runs/reward.ts';
import { brokenLaws, type GovernedRows } from '../../server/testing/canary/broken-laws.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Row, Rows } from './rows.ts';

/** At most so many of a kind are named. */
const NAMED = 5;

const text = (row: Row, name: string) => String(row[name]);
const number = (row: Row, name: string) => Number(row[name] ?? 0);
const idsOf = (rows: readonly Row[]) => new Set(rows.map((row) => text(row, 'id')));
const isTrue = (value: unknown) => value === true || value === 1;

function named(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [`${what}: ${ids.length}, such as ${ids.slice(0, NAMED).join(', ')}`];
}

/** No acknowledged write is lost, and none is there that was said not to be. */
export function lostWrites(
  rows: Rows,
  { recalls, unrecorded, episodes, feedback, memories, reviewed }: Acknowledged,
): string[] {
  const missing = (known: ReadonlySet<string>, ids: Iterable<string>) =>
    [...ids].filter((id) => !known.has(id));
  const given = Map.groupBy(rows.feedback, (row) => text(row, 'episodeId'));
  const unrated = [...feedback]
    .filter(([id, times]) => (given.get(id)?.length ?? 0) < times)
    .map(([id]) => id);
  const pending = rows.changesets.filter(({ status }) => status === 'pending');
  return [
    ...named('acknowledged recalls that are gone', missing(idsOf(rows.recalls), recalls)),
    ...named(
      'recalls with a record that were said to have none',
      [...idsOf(rows.recalls)].filter((id) => unrecorded.has(id)),
    ),
    ...named('acknowledged episodes that are gone', missing(idsOf(rows.episodes), episodes.values())),
    ...named('episodes with less feedback than was acknowledged', unrated),
    ...named('acknowledged memories that are gone', missing(idsOf(rows.memories), memories)),
    ...named(
      'reviewed changesets that are pending',
      [...idsOf(pending)].filter((id) => reviewed.has(id)),
    ),
  ];
}

interface Sum {
  uses: number;
  weight: number;
  reward: number;
}

/** What credits add up to, by `key`. Rewards must be exact in binary. */
function recount(rows: Rows, key: (credit: Row) => unknown): Map<string, Sum> {
  const episodes = new Map(rows.episodes.map((row) => [text(row, 'id'), row]));
  const sums = new Map<string, Sum>();
  for (const credit of rows.credits) {
    const name = key(credit);
    if (name === null) continue;
    const episode = episodes.get(text(credit, 'episodeId')) ?? {};
    const sum = sums.get(String(name)) ?? { uses: 0, weight: 0, reward: 0 };
    const weight = number(episode, 'rewardStrength');
    sums.set(String(name), {
      uses: sum.uses + 1,
      weight: sum.weight + weight,
      reward: sum.reward + weight * number(episode, 'reward'),
    });
  }
  return sums;
}

/** Each unit counts with the mean of its runs and a strength of at most 1. */
function sumOfUnits(units: ReadonlyMap<string, Sum>, prefix: string): Pick<Sum, 'weight' | 'reward'> {
  const own = [...units].filter(([name]) => name.startsWith(prefix));
  return own.map(([, sum]) => boundedEvidence(sum)).reduce(addEvidence, NO_EVIDENCE);
}

const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-9;

const NOTHING: Sum = { uses: 0, weight: 0, reward: 0 };

/** No reward is credited twice, or not at all: every sum is what its episodes add up to. */
export function wrongSums(rows: Rows): string[] {
  const bySkill = recount(rows, ({ skillId }) => skillId);
  const skills = rows.skills.filter((row) => {
    const { uses, weight, reward } = bySkill.get(text(row, 'id')) ?? NOTHING;
    return (
      number(row, 'uses') !== uses || number(row, 'evidence') !== weight || number(row, 'reward') !== reward
    );
  });
  const byUnit = recount(rows, ({ experimentId, arm, unit }) =>
    experimentId === null ? null : `${experimentId} ${arm} ${unit}`,
  );
  // The sums of one that has ended stand still; rewards that come later change its episodes.
  const running = rows.experiments.filter(({ status }) => status === 'running');
  const trials = running.filter((row) =>
    ['incumbent', 'candidate'].some((arm) => {
      const { weight, reward } = sumOfUnits(byUnit, `${text(row, 'id')} ${arm} `);
      return !isNear(number(row, `${arm}Evidence`), weight) || !isNear(number(row, `${arm}Reward`), reward);
    }),
  );
  const totals = rows.agentTotals.filter(
    (row) =>
      number(row, 'episodes') !== rows.episodes.filter(({ agentId }) => agentId === row['agentId']).length ||
      ['treated', 'holdout'].some((group) => !agreesWithGroup(row, group, rows.episodes)),
  );
  return [
    ...named('skills whose sums are not those of their episodes', [...idsOf(skills)]),
    ...named('canaries whose sums are not those of their episodes', [...idsOf(trials)]),
    ...named(
      'agents whose totals are not those of their episodes',
      totals.map((row) => text(row, 'agentId')),
    ),
  ];
}

function agreesWithGroup(totals: Row, group: string, episodes: readonly Row[]): boolean {
  const own = episodes.filter(
    ({ agentId, liftGroup }) => agentId === totals['agentId'] && liftGroup === group,
  );
  const weight = own.reduce((sum, row) => sum + number(row, 'rewardStrength'), 0);
  const reward = own.reduce((sum, row) => sum + number(row, 'rewardStrength') * number(row, 'reward'), 0);
  return number(totals, `${group}Evidence`) === weight && number(totals, `${group}Reward`) === reward;
}

/** Each change of state has its entry in the audit log, and one alone. */
export function unaudited(rows: Rows): string[] {
  const governed = rows as unknown as GovernedRows;
  const entries = Map.groupBy(rows.audit, (row) => `${text(row, 'action')} ${text(row, 'resource')}`);
  const count = (action: string, resource: string) => entries.get(`${action} ${resource}`)?.length ?? 0;
  const feedback = Map.groupBy(rows.feedback, (row) => text(row, 'episodeId'));
  const misrated = [...feedback].filter(([id, own]) => count('feedback', `episode:${id}`) !== own.length);
  const unmade = rows.memories.filter((row) => {
    const made = ['memory.add', 'memory.update', 'memory.supersede'];
    return made.every((action) => count(action, `memory:${text(row, 'id')}`) === 0);
  });
  const versions = new Map(rows.skills.map((row) => [text(row, 'id'), number(row, 'version')]));
  const written = Map.groupBy(rows.versions, (row) => text(row, 'skillId'));
  const gaps = [...versions].filter(([id, version]) => written.get(id)?.length !== version);
  return [
    ...brokenLaws(governed, false),
    ...named(
      'episodes whose feedback is not in the audit log once each',
      misrated.map(([id]) => id),
    ),
    ...named('memories that the audit log does not know', [...idsOf(unmade)]),
    ...named(
      'skills without one row a version',
      gaps.map(([id]) => id),
    ),
  ];
}

/**
 * What one run taught is proposed once, and again only with a rating that the proposal before could not have seen: one
 * that came after it, or that left the run unsettled because it came while the model was asked. Two jobs at once, or one
 * that was run twice, would propose it again with the same ratings.
 */
export function taughtTwice({ proposals }: Rows): string[] {
  const inOrder = proposals.toSorted((a, b) => number(a, 'id') - number(b, 'id'));
  // A run that is settled was seen with all its ratings, one that is not without the last at least.
  const mostSeen = (row: Row) => number(row, 'ratings') - (isTrue(row['settled']) ? 0 : 1);
  const twice = [...Map.groupBy(inOrder, (row) => text(row, 'episodeId'))].filter(([, own]) =>
    own.some((row, at) => at > 0 && mostSeen(row) <= mostSeen(own[at - 1] ?? row)),
  );
  const told = twice.map(([id, own]) => {
    const proposed = own.map(
      (row) =>
        `${text(row, 'changesetId')} with ${number(row, 'ratings')} ratings${isTrue(row['settled']) ? '' : ', unsettled'}`,
    );
    return `${id} (${proposed.join('; ')})`;
  });
  return named('runs that were learned from twice', told);
}

/** Everything that must hold at any moment. */
export function brokenInvariants(rows: Rows, acknowledged: Acknowledged): string[] {
  return [
    ...lostWrites(rows, acknowledged),
    ...wrongSums(rows),
    ...unaudited(rows),
    ...taughtTwice(rows),
    ...named('replies that are never right', acknowledged.wrongReplies),
  ];
}

/** Canaries that run: each must come to its end while traffic goes on. */
export function runningCanaries({ experiments }: Rows): string[] {
  return named('canaries without an end', [
    ...idsOf(experiments.filter(({ status }) => status === 'running')),
  ]);
}

/** What must have come to an end once nothing new arrives: jobs, and reflections that were promised. */
export function unfinishedJobs(rows: Rows, { scheduled }: Acknowledged): string[] {
  const waiting = rows.episodes.filter((row) => scheduled.has(text(row, 'id')) && !isTrue(row['reflected']));
  const open = rows.jobs.filter(({ status }) => status === 'running' || status === 'pending');
  const told = open.map((row) => `${text(row, 'id')} ${text(row, 'kind')} ${text(row, 'lastError')}`);
  return [
    ...named('runs that were to be reflected on and are not', [...idsOf(waiting)]),
    ...named('jobs without an end', told),
  ];
}

/** A number that rises as long as canaries are credited and end, and runs are reflected on. */
export function progressIn({ episodes, experiments }: Rows): number {
  const reflected = episodes.filter((row) => isTrue(row['reflected'])).length;
  const ended = experiments.filter(({ status }) => status !== 'running').length;
  return reflected + ended + experiments.reduce((sum, row) => sum + number(row, 'credits'), 0);
}
