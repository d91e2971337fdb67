/**
 * Agents that forget. Each session of a world is in one of four arms: rules at the start, at the moment, with both, or none
 * (the gateway's holdout). Agents follow the text of rules that they have in mind, and reach the gateway through the client.
 */
import { type Recall, Whetstone, type WhetstoneOptions } from '../../../client/src/index.ts';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { inParallel, numbers } from '../../../server/testing/eventually.ts';
import { PRESSED } from '../settings.ts';
import { pick, rulesServed } from '../world/index.ts';
import type { Call, MomentWorld, PlantedRule } from './world.ts';

const AGENT = 'forgetful';
const SKILL = 'release-shop-changes';
const TASK = 'Release the shop changes of ticket';

/** A quarter of the sessions, so that all arms are about as large. */
export const MOMENT_SETTINGS: Record<string, string> = {
  ...PRESSED,
  SERVICE_HOLDOUT_RATE: '0.25',
  SERVICE_LLM_PROVIDER: 'none',
};

/**
 * The assumption that the comparison rests on. A rule that was shown n calls of tools ago is kept with probability
 * `heeded` · 0.5^(n / `halfLife`): its text fades as calls come between, and right before a call it is in view.
 *
 * Li et al. ("Measuring and Controlling Instruction (In)Stability in Language Model Dialogs", 2024, arXiv 2402.10962) saw
 * LLaMA2-chat-70B and GPT-3.5 drift from their system prompt within eight rounds, hence a half-life of 8. The exponential form,
 * calls in place of rounds, and `heeded` are assumptions of ours.
 */
export interface Forgetting {
  /** Calls after which half of the rules are forgotten; `Infinity`: none is. */
  readonly halfLife: number;
  readonly heeded: number;
}

export const FORGETTING: Forgetting = { halfLife: 8, heeded: 0.95 };

const SHOWN_ARMS = ['start', 'moment', 'both'] as const;
export type Arm = 'none' | (typeof SHOWN_ARMS)[number];

/** One run. */
export interface Session {
  readonly arm: Arm;
  readonly isGood: boolean;
  readonly calls: number;
  /** Calls before which the gateway was asked, and of these the ones that were shown rules. */
  readonly asked: number;
  readonly shown: number;
  /** Characters of instructions that the agent read. */
  readonly characters: number;
}

export interface MomentResult {
  readonly sessions: readonly Session[];
  /** Runs, by rule, that the gateway found to have followed a rule that it showed before a call, or to have broken it. */
  readonly followed: number;
  readonly broken: number;
}

/** A busy machine is no broken gateway. */
const PATIENCE_MS = 30_000;

/** Writes the skill of a world, and runs so many sessions. */
export async function measureMoments(
  access: Pick<WhetstoneOptions, 'url' | 'apiKey' | 'tenantId'>,
  { count, ...conditions }: Omit<RunConditions, 'client' | 'index'> & { count: number },
): Promise<MomentResult> {
  const timeouts = { recallTimeoutMs: PATIENCE_MS, requestTimeoutMs: PATIENCE_MS };
  const client = new Whetstone({ ...access, ...timeouts, agentId: AGENT, flushIntervalMs: 50 });
  const bullets = conditions.world.rules.map(({ content, applies_when }) =>
    applies_when === undefined ? { content } : { content, applies_when },
  );
  const skill = { agent_id: AGENT, name: SKILL, description: 'Release changes of the shop', bullets };
  await client.call('authorSkill', { body: skill });
  const sessions = await inParallel(numbers(count, 1), (index) =>
    new ForgetfulRun({ client, index, ...conditions }).work(),
  );
  const { waiting, dropped } = await client.flush({ timeoutMs: PATIENCE_MS });
  if (waiting + dropped > 0) throw new Error(`${waiting + dropped} runs could not be recorded`);
  const stored = await client.call('getSkill', { path: { ref: SKILL }, query: { agent_id: AGENT } });
  return {
    sessions,
    followed: sum(stored.bullets.map(({ followed = 0 }) => followed)),
    broken: sum(stored.bullets.map(({ broken = 0 }) => broken)),
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A triggered rule's moment comes twice in so many runs. */
const TWICE = 0.25;

interface RunConditions {
  readonly client: Whetstone;
  readonly world: MomentWorld;
  readonly forgetting: Forgetting;
  readonly index: number;
}

type Shown = Pick<Recall, 'instructions'> & Parameters<typeof rulesServed>[0];

class ForgetfulRun {
  readonly #conditions: RunConditions;
  readonly #random: () => number;
  readonly #calls: (Call & { result?: string; error?: string })[] = [];
  /** The number of calls when a rule was shown last, by the rule's text. */
  readonly #shownAt = new Map<string, number>();
  /** The recall by which the agent asks before calls; null where it does not. */
  #moments: Recall | null = null;
  readonly #counts = { asked: 0, shown: 0, characters: 0 };

  constructor(conditions: RunConditions) {
    this.#conditions = conditions;
    this.#random = seededRandom(conditions.world.seed * 1_000_003 + conditions.index);
  }

  async work(): Promise<Session> {
    const { client, world, index } = this.#conditions;
    const session = `moment-${world.seed}-${index}`;
    const task = `${TASK} ${1000 + index}`;
    const recall = await client.recall({ query: task, session_id: session });
    if (recall.failure !== null) throw recall.failure;
    const arm = recall.holdout ? 'none' : (SHOWN_ARMS[index % SHOWN_ARMS.length] ?? 'both');
    this.#see(arm === 'moment' ? withoutTriggered(recall) : recall);
    this.#moments = arm === 'start' ? null : recall;
    let error = this.#random() < world.misfortune ? 'E_BUSY: the system did not answer' : null;
    for (const step of this.#plan()) {
      if (step === null) await this.#make([pick(world.chores, this.#random)]);
      else if (!(await this.#keeps(step))) error ??= step.error;
    }
    void client.record({
      ...{ task, session_id: session, recall_id: recall.recall_id, tool_calls: this.#calls, error },
      ...{ outcome: error === null ? 'success' : 'failure', framework: 'simulated' },
    });
    return { arm, isGood: error === null, calls: this.#calls.length, ...this.#counts };
  }

  /** The steps of the task: chores (null), and the places of rules at random among them. */
  #plan(): (PlantedRule | null)[] {
    const { rules, least, most } = this.#conditions.world;
    const length = least + Math.floor(this.#random() * (most - least + 1));
    const steps: (PlantedRule | null)[] = numbers(length).map(() => null);
    for (const rule of rules) {
      if (rule.applies_when === undefined) continue;
      for (let times = this.#random() < TWICE ? 2 : 1; times > 0; times -= 1)
        steps.splice(Math.floor(this.#random() * (steps.length + 1)), 0, rule);
    }
    return [...rules.filter(({ applies_when }) => applies_when === undefined), ...steps];
  }

  #see({ instructions, skills }: Shown): void {
    this.#counts.characters += instructions.length;
    for (const content of rulesServed({ skills })) this.#shownAt.set(content, this.#calls.length);
  }

  #hasInMind({ content }: PlantedRule): boolean {
    const shownAt = this.#shownAt.get(content);
    if (shownAt === undefined) return false;
    const { halfLife, heeded } = this.#conditions.forgetting;
    return this.#random() < heeded * 0.5 ** ((this.#calls.length - shownAt) / halfLife);
  }

  /** Reaches the place of a rule; whether the run keeps it. A call that was stopped to show the rule is thought over. */
  async #keeps(rule: PlantedRule): Promise<boolean> {
    const isKept = this.#random() < rule.habit || this.#hasInMind(rule);
    const planned = isKept ? rule.careful : rule.careless;
    const made = await this.#make(planned);
    if (made === planned.length) return isKept;
    const isKeptNow = isKept || this.#hasInMind(rule);
    await this.#make(isKeptNow && !isKept ? rule.careful : planned.slice(made));
    return isKeptNow;
  }

  /** Makes calls up to the first one that is stopped, because the gateway shows rules before it; how many went ahead. */
  async #make(calls: readonly Call[]): Promise<number> {
    for (const [made, call] of calls.entries()) {
      const moment = this.#moments && (await this.#conditions.client.beforeTool(this.#moments, call));
      if (moment?.failure) throw moment.failure;
      if (moment?.recall_id) this.#counts.asked += 1;
      if (moment?.instructions) {
        this.#counts.shown += 1;
        // As triggers.md asks of a client that stops a call: the rule stands in place of the result.
        this.#calls.push({ ...call, error: moment.instructions });
        this.#see(moment);
        return made;
      }
      this.#calls.push({ ...call, result: 'done' });
    }
    return calls.length;
  }
}

/** What an agent reads at the start that is shown triggered rules at the moment alone. */
function withoutTriggered({ instructions, skills, triggers = [] }: Recall): Shown {
  const isTriggered = (text: string) => triggers.some(({ rule_id: id }) => text.includes(id));
  const untriggered = (bullets: { id: string; content: string }[]) =>
    bullets.filter(({ id }) => !isTriggered(id));
  return {
    instructions: instructions
      .split('\n')
      .filter((line) => !isTriggered(line))
      .join('\n'),
    skills: skills.map(({ bullets }) => ({ bullets: untriggered(bullets ?? []) })),
  };
}
