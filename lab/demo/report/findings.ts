/**
 * What is known at the end, every figure read back through the interface; only the truth beside it is the
 * world's. This is what the printed report and the checks are made of.
 */

import type {
  Changeset,
  ExperimentInsight,
  Insights,
  Memory,
  UsageRow,
  Whetstone,
} from '../../../client/src/index.ts';
import { inverseIncompleteBeta } from '../../../server/domain/measurement/incomplete-beta.ts';
import { AGENT, type Truth } from '../fleet/fleet.ts';
import { findKind, type Loop, teaches } from '../loop.ts';
import { expectedSuccess, type Part, type World } from '../world/index.ts';

/** A planted part: what the gateway made of it. */
export interface PartStatus {
  readonly part: Part;
  readonly skill: string;
  readonly version: number;
  /** The latest change that teaches it; null where nothing like it was learned. */
  readonly changeset: Changeset | null;
  readonly canary: ExperimentInsight | null;
  /** Whether all traffic is served it now. */
  readonly isLive: boolean;
  /** Episodes after which it was finished; null where it never was. */
  readonly decidedAfter: number | null;
  /** The world's chance of success with the skill as it was written and as it is now. */
  readonly before: number;
  readonly now: number;
}

export interface Findings {
  readonly insights: Insights;
  readonly truth: Truth;
  readonly parts: { readonly [part in Part]: PartStatus };
  readonly refused: readonly Changeset[];
  /** What was remembered of the wish that changed, oldest first. */
  readonly memories: readonly Memory[];
  /** Whether each of the user's reports looked as wished, in order. */
  readonly reports: readonly boolean[];
  readonly usage: readonly UsageRow[];
  readonly sessions: number;
  readonly lost: number;
}

/** Reads everything back. */
export async function gatherFindings(world: World, loop: Loop): Promise<Findings> {
  const { fleet, changesets } = loop;
  const { client } = fleet;
  const insights = await client.call('readInsights', { path: { agent_id: AGENT } });
  const memories = await client.call('listMemories', {
    query: { agent_id: AGENT, user_id: world.wish.user, include_history: true },
  });
  const status = (part: Part) => readPartStatus(client, { world, loop, insights, part });
  return {
    insights,
    truth: fleet.tally.truth(),
    parts: { cure: await status('cure'), shortcut: await status('shortcut'), gap: await status('gap') },
    refused: changesets.filter(({ status, reviewer }) => status === 'rejected' && reviewer !== null),
    memories: memories.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1)),
    reports: fleet.tally.reports,
    usage: await client.call('listUsage', {}),
    sessions: fleet.sessions,
    lost: fleet.lost,
  };
}

async function readPartStatus(
  client: Whetstone,
  { world, loop, insights, part }: { world: World; loop: Loop; insights: Insights; part: Part },
): Promise<PartStatus> {
  const kind = findKind(world, part);
  const skill = await client.call('getSkill', { path: { ref: kind.skill }, query: { agent_id: AGENT } });
  const rules = skill.bullets.filter(({ status }) => status === 'active').map(({ content }) => content);
  const now = expectedSuccess(kind, rules);
  const before = expectedSuccess(kind, kind.rules);
  const own = loop.changesets.filter((change) => teaches(change, kind));
  const changeset = own.find(({ status }) => status === 'applied') ?? own[0] ?? null;
  return {
    part,
    skill: kind.skill,
    version: skill.version,
    changeset,
    canary: insights.experiments.find(({ changeset_id: id }) => id === changeset?.id) ?? null,
    isLive: part === 'shortcut' ? now < before : now > before,
    decidedAfter: changeset === null ? null : (loop.decidedAfter.get(changeset.id) ?? null),
    before,
    now,
  };
}

// What must not happen, with any seed: each error names a break in the loop. Figures of chance are given so
// much room that a sound loop is not accused in thousands of worlds.

/** Standard errors by which a sound measurement is never off. */
const FAR = 4;

/** How many standard errors a 90 % interval is wide. */
const WIDTH_90 = 2 * 1.645;

/** The errors that the findings show; none in a sound loop. */
export function errorsIn(findings: Findings): string[] {
  const { truth, insights, parts } = findings;
  const { lift, lift_90ci: interval } = insights.learning_lift;
  const errors: string[] = [];
  if (truth.holdoutServed > 0) errors.push(`${truth.holdoutServed} runs of the holdout were served rules`);
  if (isFar(lift, truth.lift, interval)) {
    errors.push(`the lift is said to be ${lift.toFixed(2)} and is ${truth.lift.toFixed(2)}`);
  }
  for (const status of [parts.cure, parts.shortcut]) {
    if (contradicts(status))
      errors.push(`the canary of ${status.skill} measured the opposite of what is true`);
  }
  if (parts.shortcut.isLive) errors.push('the harmful edit is live for all traffic');
  if (parts.cure.changeset?.status === 'rejected') errors.push('the cure was refused');
  return errors;
}

function isFar(said: number, true_: number, [low = 0, high = 0]: readonly number[]): boolean {
  return Math.abs(said - true_) > (FAR * (high - low)) / WIDTH_90;
}

/** Whether the arms' evidence says for sure that the better text is the worse one. */
function contradicts({ part, canary }: PartStatus): boolean {
  if (canary === null) return false;
  const [low = 0, high = 0] = canary.effect_always_valid;
  return part === 'cure' ? high < 0 : low > 0;
}

// How the figures of many worlds spread, each share with its own exact binomial interval.

/** As wide as the longest line's name. */
const LABEL = 68;

/** What is left out on either side of a binomial interval of 95 %. */
const TAIL = 0.025;

/** The exact (Clopper–Pearson) 95 % interval of a share of `count` in `of`. */
export function binomialInterval(count: number, of: number): [number, number] {
  const low = count === 0 ? 0 : inverseIncompleteBeta(TAIL, count, of - count + 1);
  const high = count === of ? 1 : 1 - inverseIncompleteBeta(TAIL, of - count, count + 1);
  return [low, high];
}

/** A share of the worlds, in a line. */
function renderShare(name: string, count: number, of: number): string {
  const [low, high] = binomialInterval(count, of).map((value) => (100 * value).toFixed(0));
  return `${name.padEnd(LABEL)}${count} of ${of}  (95 % interval ${low} to ${high} %)`;
}

export function renderDistribution(all: readonly Findings[]): string[] {
  const share = (name: string, isSo: (findings: Findings) => boolean) =>
    renderShare(name, all.filter(isSo).length, all.length);
  return [
    share('the 90 % interval covers the true lift', isCovered),
    share('the cure is live for all traffic', ({ parts }) => parts.cure.isLive),
    share(
      '… through its canary',
      ({ parts }) => parts.cure.isLive && parts.cure.canary?.status === 'promoted',
    ),
    share('the harmful edit was tried', ({ parts }) => parts.shortcut.canary !== null),
    share('… and stopped by its canary', ({ parts }) => parts.shortcut.canary?.status === 'rejected'),
    share('the harmful edit is live for all traffic', ({ parts }) => parts.shortcut.isLive),
    share('the wish that changed was superseded', ({ memories }) =>
      memories.some(({ status }) => status === 'superseded'),
    ),
    share('an error was found in the loop', (findings) => errorsIn(findings).length > 0),
    spread(
      'lift measured less true lift, points',
      all.map(({ insights, truth }) => 100 * (insights.learning_lift.lift - truth.lift)),
    ),
    spread(
      'true lift, points',
      all.map(({ truth }) => 100 * truth.lift),
    ),
    spread(
      'episodes until the cure was decided',
      all.flatMap(({ parts }) => parts.cure.decidedAfter ?? []),
    ),
    spread(
      'episodes until the harm was decided',
      all.flatMap(({ parts }) => parts.shortcut.decidedAfter ?? []),
    ),
  ];
}

function isCovered({ insights, truth }: Findings): boolean {
  const [low = 0, high = 0] = insights.learning_lift.lift_90ci;
  return low <= truth.lift && truth.lift <= high;
}

function spread(name: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (sorted.length === 0) return `${name.padEnd(LABEL)}none`;
  const [low, middle, high] = [at(0.1), at(0.5), at(0.9)].map((value = Number.NaN) => value.toFixed(1));
  return `${name.padEnd(LABEL)}median ${middle}  (a tenth below ${low}, a tenth above ${high})`;
}
