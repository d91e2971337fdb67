/** `npm run demo -- moment`: success by where rules are shown, over many worlds, each a tenant of one gateway. */
import { randomBytes } from 'node:crypto';
import { inverseIncompleteBeta } from '../../../server/domain/measurement/incomplete-beta.ts';
import { inParallel, numbers } from '../../../server/testing/eventually.ts';
import { withGateway } from '../../gateway/gateway-process.ts';
import { percent, textTable } from '../../text-table.ts';
import {
  type Arm,
  type Forgetting,
  MOMENT_SETTINGS,
  type MomentResult,
  measureMoments,
  type Session,
  sum,
} from './agent.ts';
import { makeMomentWorld } from './world.ts';

/** Sessions of a world, about a quarter in each arm. */
const SESSIONS = 80;

/** Worlds at once: each has sessions at once itself. */
const AT_ONCE = 2;

/** Has the agents of so many worlds work, from the one with the seed on. */
export async function compareMoments(
  seed: number,
  worlds: number,
  forgetting: Forgetting,
): Promise<MomentResult[]> {
  const apiKey = randomBytes(24).toString('base64url');
  const settings = { ...MOMENT_SETTINGS, SERVICE_BOOTSTRAP_ADMIN_KEY: apiKey };
  return await withGateway(settings, async ({ url }) => {
    const measure = async (worldSeed: number) =>
      await measureMoments(
        { url, apiKey, tenantId: `world-${worldSeed}` },
        { world: makeMomentWorld(worldSeed), count: SESSIONS, forgetting },
      );
    return await inParallel(numbers(worlds, seed), measure, AT_ONCE);
  });
}

const ARMS: readonly (readonly [Arm, string])[] = [
  ['none', 'none (holdout)'],
  ['start', 'at the start'],
  ['moment', 'at the moment'],
  ['both', 'with both'],
];

export function renderMoments(results: readonly MomentResult[], { halfLife, heeded }: Forgetting): string[] {
  const rows = ARMS.map(([arm, name]) => {
    const own = results.flatMap(({ sessions }) => sessions.filter((session) => session.arm === arm));
    const [low, high] = meanInterval(successes(results, arm));
    const each = (of: (session: Session) => number, digits = 1) => mean(own.map(of)).toFixed(digits);
    return [
      ...[name, String(own.length), percent(mean(successes(results, arm)))],
      `${percent(low)} to ${percent(high)}`,
      ...[each(({ calls }) => calls), each(({ asked }) => asked), each(({ shown }) => shown)],
      each(({ characters }) => characters, 0),
    ];
  });
  const shown = sum(results.flatMap(({ sessions }) => sessions.map((session) => session.shown)));
  const followed = sum(results.map((result) => result.followed));
  const broken = sum(results.map((result) => result.broken));
  return [
    `Where rules are shown: ${results.length} worlds, each one a draw of tools, paths and rules`,
    '',
    textTable(
      ['rules', 'sessions', 'success', '95 % interval', 'calls', 'asked', 'shown', 'characters'],
      rows,
    ),
    '',
    differenceLine('at the moment less at the start', results, ['moment', 'start']),
    differenceLine('with both less at the moment', results, ['both', 'moment']),
    differenceLine('at the start less none', results, ['start', 'none']),
    `Shown before ${shown} calls; by the recorded calls the gateway found a rule followed in ${followed} runs and broken in ${broken}.`,
    '',
    `Assumption: a rule that was shown n calls ago is kept with probability ${heeded} × 0.5^(n / ${halfLife}), one that was shown right before the call with ${heeded}.`,
    'These agents are simulated: the table shows what the mechanism does under this assumption, not what a real model does.',
  ];
}

/** Success of an arm, world by world. */
export function successes(results: readonly MomentResult[], arm: Arm): number[] {
  return results.map(({ sessions }) =>
    mean(sessions.filter((session) => session.arm === arm).map(({ isGood }) => Number(isGood))),
  );
}

function differenceLine(name: string, results: readonly MomentResult[], [one, other]: [Arm, Arm]): string {
  const others = successes(results, other);
  const differences = successes(results, one).map((success, at) => success - (others[at] ?? Number.NaN));
  const [said, low, high] = [mean(differences), ...meanInterval(differences)].map(
    (share) => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)}`,
  );
  return `${name.padEnd(34)}${said} points  (95 % interval ${low} to ${high})`;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** What is left out on both sides of an interval of 95 %. */
const TAILS = 0.05;

/** Student's interval of the mean over worlds: runs of one world share its tools and chances, and are not independent. */
function meanInterval(values: readonly number[]): [number, number] {
  const center = mean(values);
  const freedom = values.length - 1;
  const variance = sum(values.map((value) => (value - center) ** 2)) / freedom;
  // P(|T| > t) = I_x(freedom / 2, 1 / 2) with x = freedom / (freedom + t²).
  const x = inverseIncompleteBeta(TAILS, freedom / 2, 0.5);
  const reach = Math.sqrt((((1 - x) / x) * freedom * variance) / values.length);
  return [center - reach, center + reach];
}
