/**
 * Three skills whose lift is known, all served for one kind of task: one that helps, one that does nothing, and
 * one that hurts where the first is served too. Their agent works in a gateway of its own, in which a skill is held
 * back in a fifth of the sessions and nothing is learned.
 */

import { Whetstone, type WhetstoneOptions } from '../../../client/src/index.ts';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { inParallel, numbers } from '../../../server/testing/eventually.ts';
import { PRESSED } from '../settings.ts';
import { pick, rulesServed } from '../world/index.ts';

const AGENT = 'packers';
const HOLDBACK_RATE = 0.2;

/** What the gateway needs beside the pressed settings. */
export const PACKING_SETTINGS: Record<string, string> = {
  ...PRESSED,
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_SKILL_HOLDBACK_RATE: String(HOLDBACK_RATE),
  SERVICE_LLM_PROVIDER: 'none',
};

type Role = 'helps' | 'idle' | 'hurts';

interface PackingSkill {
  readonly role: Role;
  readonly name: string;
  readonly description: string;
  readonly rule: string;
}

const SKILLS: readonly PackingSkill[] = [
  {
    role: 'helps',
    name: 'pad-glass-parcels',
    description: 'Pack a parcel with glass for the courier so that nothing breaks',
    rule: 'Call `pad_box` ahead of `close_box` when the parcel has glass in it.',
  },
  {
    role: 'idle',
    name: 'label-glass-parcels',
    description: 'Label a parcel with glass for the courier',
    rule: 'Write the order number of the glass parcel in capital letters.',
  },
  {
    role: 'hurts',
    name: 'seal-glass-parcels',
    description: 'Seal a parcel with glass for the courier quickly',
    rule: 'Press the glass parcel flat and use `quick_seal`.',
  },
];

const TASKS = [
  'Pack the parcel with glass of order {n} for the courier',
  'Order {n}: label, seal and pack the glass parcel, the courier waits',
  'Get the glass parcel of order {n} ready for the courier: pack and seal it',
];

const UNAIDED = 0.25;
const PADDED = 0.85;
/** A padded parcel that is pressed flat. */
const PRESSED_FLAT = 0.45;

/** The chance of success under the rules that are served. */
function successUnder(rules: readonly string[]): number {
  const has = (role: Role) => SKILLS.some((skill) => skill.role === role && rules.includes(skill.rule));
  if (!has('helps')) return UNAIDED;
  return has('hurts') ? PRESSED_FLAT : PADDED;
}

/** The true lift of a skill: success with all three less success with the other two. */
function trueLift(skill: PackingSkill): number {
  const others = SKILLS.filter((other) => other !== skill);
  return successUnder(SKILLS.map(({ rule }) => rule)) - successUnder(others.map(({ rule }) => rule));
}

/** A skill as the gateway measured it; intervals are null where it has too little evidence. */
export interface MeasuredSkill {
  readonly role: Role;
  readonly name: string;
  readonly truth: number;
  readonly servedRuns: number;
  readonly heldBackRuns: number;
  readonly mean: number | null;
  readonly interval: readonly number[] | null;
  readonly alwaysValid: readonly number[] | null;
  /** Whether it is suggested for deprecation. */
  readonly isSuggested: boolean;
}

const PATIENCE_MS = 30_000;

/** Has the agent pack so many parcels, one a session, and reads back the lift of each skill. */
export async function measurePacking(
  access: Pick<WhetstoneOptions, 'url' | 'apiKey' | 'tenantId'>,
  { seed, sessions }: { seed: number; sessions: number },
): Promise<MeasuredSkill[]> {
  const timeouts = { recallTimeoutMs: PATIENCE_MS, requestTimeoutMs: PATIENCE_MS };
  const client = new Whetstone({ ...access, ...timeouts, agentId: AGENT, flushIntervalMs: 50 });
  for (const { name, description, rule } of SKILLS) {
    await client.call('authorSkill', {
      body: { agent_id: AGENT, name, description, bullets: [{ content: rule }] },
    });
  }
  await inParallel(numbers(sessions, 1), (session) => packOne(client, seed, session));
  const { waiting, dropped } = await client.flush({ timeoutMs: PATIENCE_MS });
  if (waiting + dropped > 0) throw new Error(`${waiting + dropped} runs could not be recorded`);
  const { skills } = await client.call('readInsights', { path: { agent_id: AGENT } });
  return SKILLS.map((skill) => {
    const lift = skills.find(({ name }) => name === skill.name)?.worth ?? null;
    return {
      ...{ role: skill.role, name: skill.name, truth: trueLift(skill) },
      servedRuns: lift?.served_n ?? 0,
      heldBackRuns: lift?.held_back_n ?? 0,
      mean: lift?.reward?.mean ?? null,
      interval: lift?.reward?.interval ?? null,
      alwaysValid: lift?.reward?.always_valid ?? null,
      isSuggested: lift?.hurts ?? false,
    };
  });
}

async function packOne(client: Whetstone, seed: number, index: number): Promise<void> {
  const random = seededRandom(seed * 1_000_003 + index);
  const task = pick(TASKS, random).replace('{n}', String(1000 + Math.floor(random() * 9000)));
  const session = `packing-${seed}-${index}`;
  const recall = await client.recall({ query: task, session_id: session });
  if (recall.failure !== null) return;
  const isGood = random() < successUnder(rulesServed(recall));
  void client.record({
    task,
    session_id: session,
    recall_id: recall.recall_id,
    outcome: isGood ? 'success' : 'failure',
    error: isGood ? null : 'The glass arrived broken',
    framework: 'simulated',
  });
}
