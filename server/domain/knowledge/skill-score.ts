/** The score of a skill for a task, and a bound of it that is quickly told. */

/** The part of the evidence that a skill keeps of whose name the task says nothing. */
const UNNAMED = 0.55;
/** How much more of a task a rule's word covers than its weight says, as rules go into detail. */
export const RULES_COVER = 1.5;
/** Evidence counts e⁴ times as much for a skill that covers all of a task: see `toScore`. */
const COVERED = 4;
/**
 * Evidence counts √e times as much for a skill whose whole description is in the task: see `toScore`. Of 0, 0.5, 0.8 and 1.1 the
 * largest that serves no more of 210 texts that fit no published skill (5). Of skills that say the first sentence alone it serves 2 more
 * of these, and 2 more of 30 tasks.
 */
const DESCRIBED = 0.5;

/** What a task and a skill have in common; in nats but for `coverage`, a share. */
export interface TaskMatch {
  /** Evidence of name, description and tags: weights times impacts. */
  readonly text: number;
  /** Weights of the terms that these have, and of those that only the rules have. */
  readonly covered: number;
  readonly rules: number;
  /** Share of the name that the task mentions. */
  readonly coverage: number;
  /** Share of the description that the task mentions. */
  readonly described: number;
}

/** What follows from what a task says for every score. */
export interface TaskSize {
  /** Weight of all its terms, also of those that no skill has, and of what it leaves unsaid (nats). */
  readonly mass: number;
  /** What makes evidence of 1 of it. */
  readonly scale: number;
}

/**
 * The chance that a skill fits, f^4.5 ∕ (f^4.5 + HALF^4.5), with
 *
 *   f = text · (UNNAMED + (1 − UNNAMED) · coverage³) · e^(COVERED · share + DESCRIBED · described²) · said^LENGTH_EFFECT · few
 *   share = (covered + RULES_COVER · rules) ∕ (said + UNSAID), at most 1
 *   described = covered ∕ what the description and tags say, at most 1
 *   few = ∛(FEW ∕ terms of the task), at least 1
 *
 * Evidence adds up with the length of a task, while the part of a task that a skill covers shrinks with it: a
 * skill that fits has two or three words of a request of six, and a twentieth of a page. Each makes up for the
 * other, so that a score means the same for both. Rules count up to RULES_AT_MOST times what name, description
 * and tags cover, so they never serve a skill alone. Shape and numbers were chosen on one half of requests, tasks
 * and texts that no skill serves, and told on the other, over 200 random splits; a logistic regression on the
 * logarithms of text, covered and said gave the first ones. HALF and the power are those of a logistic regression of
 * "the first skill is right" on ln f; "What a score means" in docs/operations.md says how well they hold. The lead
 * over the next skill and the likeness in meaning added nothing to ln f.
 */
export function toScore(match: TaskMatch, task: TaskSize): number {
  const found = cube(namedEvidence(match, task) * Math.exp(fitOf(match, task)));
  const odds = found * Math.sqrt(found);
  return odds / (odds + 1);
}

function namedEvidence({ text, coverage }: TaskMatch, { scale }: TaskSize): number {
  return scale * text * (UNNAMED + (1 - UNNAMED) * cube(coverage));
}

function fitOf({ covered, rules, described }: TaskMatch, { mass }: TaskSize): number {
  const share = Math.min(1, (covered + RULES_COVER * rules) / mass);
  return COVERED * share + DESCRIBED * described * described;
}

// Hardly any skill comes near the best, and most are known not to by a bound that takes a tenth of the time of a score.

/** Steps of a fit of 1. */
const STEPS = 16;
/** By the steps of a fit, e to the next one. */
const MOST = Float64Array.from({ length: STEPS * (COVERED + DESCRIBED) + 2 }, (_, step) =>
  Math.exp((step + 1) / STEPS),
);
/** The power in {@link toScore}. */
const POWER = 4.5;
/** More than rounding changes what was found. */
const ROUNDING = 1e-9;

/** At least what a skill's score is made of. */
export function mostFound(match: TaskMatch, task: TaskSize): number {
  return (
    namedEvidence(match, task) * (MOST[Math.floor(STEPS * fitOf(match, task))] ?? Number.POSITIVE_INFINITY)
  );
}

/** Whatever is found of less than this has a lower score than `score`. */
export function foundBelow(score: number): number {
  return (score / (1 - score)) ** (1 / POWER) * (1 - ROUNDING);
}

/** Written out: it is computed for every skill, and a power costs ten products. */
function cube(value: number): number {
  return value * value * value;
}
