/**
 * A small world with known truth, drawn from a seed. It stands for everything outside the gateway: what
 * agents are asked, which steps a task really needs, and what its users say. Only the simulated runs know it;
 * neither the gateway nor the learning model is told.
 */
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { SCENARIOS } from './scenarios.ts';

/** Something that a task needs beside the act itself. */
export interface Step {
  readonly tool: string;
  /** What calling it adds to the chance of success. */
  readonly gain: number;
  /** What a run says that failed for want of it. Some errors name their remedy, as good tools do. */
  readonly error: string;
  /** How long the call takes, on average. */
  readonly seconds: number;
}

/**
 * What is planted in a kind of task: a failure with a cure, a tempting shortcut, or a step that no rule
 * tells.
 */
export type Part = 'cure' | 'shortcut' | 'gap';

/** One kind of task and the skill that was written for it. */
export interface Kind {
  readonly part: Part;
  readonly skill: string;
  readonly description: string;
  readonly rules: readonly string[];
  readonly tasks: readonly string[];
  /** The tool that does the job: every agent calls it, with rules or without. */
  readonly act: string;
  /** The chance of success with nothing but the act. */
  readonly base: number;
  readonly steps: readonly Step[];
  /**
   * How often an agent in a hurry leaves out the step that the shortcut leaves out, though it was told of it.
   */
  readonly haste: number;
}

/** A user's wish, which is another one after `since` sessions. */
interface Wish {
  readonly user: string;
  readonly first: string;
  readonly then: string;
}

export interface World {
  readonly seed: number;
  readonly kinds: readonly Kind[];
  readonly users: readonly string[];
  readonly wish: Wish;
}

export const FORMS = ['a short table', 'bullet points', 'two plain sentences', 'a numbered list'] as const;

const USERS = ['ada', 'ben', 'chidi', 'dora', 'emre', 'fatima'] as const;

/** How far chances of one world lie from those of the scenario. */
const SPREAD = 0.04;

/** One of `items` by chance. */
export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

/** The world of a seed: one scenario of each part, with chances of its own. */
export function makeWorld(seed: number): World {
  const random = seededRandom(seed);
  const near = (chance: number) => chance + (random() * 2 - 1) * SPREAD;
  const kinds = (['cure', 'shortcut', 'gap'] as const).map((part): Kind => {
    const scenario = pick(
      SCENARIOS.filter((other) => other.part === part),
      random,
    );
    const steps = scenario.steps.map((step) => ({ ...step, gain: near(step.gain) }));
    return { ...scenario, base: near(scenario.base), steps };
  });
  const first = pick(FORMS, random);
  const then = pick(
    FORMS.filter((form) => form !== first),
    random,
  );
  return { seed, kinds, users: USERS, wish: { user: pick(USERS, random), first, then } };
}

// The truth of a world: how likely a run succeeds, given the texts of the rules it was served. Never by ids
// or by what the gateway says of them, so that it is the text that works, no matter who wrote it and how it
// came to be served.

const TOOL = /\b[a-z]+_[a-z]+\b/g;

/** From these words to the end of the clause a rule says what not to do. */
const LEFT_OUT = /\b(?:leave out|without|skip)\b[^.;:]*/gi;

/**
 * The tools that an agent calls beside the act when it follows rules to the letter; what one rule forbids is
 * not called.
 */
export function toolsTold(rules: readonly string[]): Set<string> {
  const told = new Set(rules.flatMap((rule) => rule.replace(LEFT_OUT, '').match(TOOL) ?? []));
  return told.difference(toolsForbidden(rules));
}

/** The tools that rules say are to be left out. */
export function toolsForbidden(rules: readonly string[]): Set<string> {
  return new Set(
    rules.flatMap((rule) => rule.match(LEFT_OUT) ?? []).flatMap((part) => part.match(TOOL) ?? []),
  );
}

/** The chance of success of a run that calls these tools. */
export function successWith({ base, steps }: Kind, called: ReadonlySet<string>): number {
  return steps.reduce((chance, { tool, gain }) => chance + (called.has(tool) ? gain : 0), base);
}

/**
 * The chance of success of a run that is served these rules, before anybody knows whether its agent is in a
 * hurry.
 */
export function expectedSuccess(kind: Kind, rules: readonly string[]): number {
  const told = toolsTold(rules);
  return (
    (1 - kind.haste) * successWith(kind, told) + kind.haste * successWith(kind, callsInHaste(kind, told))
  );
}

/** What an agent in a hurry calls: all but what its kind of task tempts it to leave out. */
export function callsInHaste({ part, steps }: Kind, told: ReadonlySet<string>): Set<string> {
  const tempting = part === 'shortcut' ? steps.map(({ tool }) => tool) : [];
  return new Set(told).difference(new Set(tempting));
}
