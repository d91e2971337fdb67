/**
 * Whether a rule says what only somebody said whose word others need not take: a tool, a document or a proposal that is
 * held, and, where users speak for themselves alone, a user. A rule is served to everybody. It counts in one piece and in
 * two, because halves that are harmless alone are put together by who learns from both.
 */
import type { Finding } from '../safety/spans.ts';
import type { Operation } from '../skills/changesets/ops.ts';
import type { Steps } from '../steps.ts';
import { contentTerms, termWeight, wordsTogether } from './content-terms.ts';
import { textsByTrust, withFound } from './run-texts.ts';
import { operationTexts } from './untrusted-ops.ts';
import { decodedWith } from './untrusted-sources.ts';

/** What only a tool, a document or a user said, for everybody. */
const UNCONFIRMED: Finding = 'injection:unconfirmed_claim';

/** What runs said. */
export interface Claims {
  /** Of users, tools, documents and held proposals. */
  readonly claimed: readonly string[];
  /** Of the developer, of failures and of what is served already. */
  readonly confirmed: readonly string[];
}

/** A run as it was quoted to the model; `found` is what retrievers put into it, `remembered` what memories of its user say. */
interface ClaimingRun {
  readonly quote: string;
  readonly userId: string | null;
  readonly found?: readonly string[];
  readonly remembered?: readonly string[];
}

/**
 * What runs say, beside what is `served` already. `usersTeachAll`: what a user says holds for everybody; otherwise only
 * where a run names no user, who is then taken for the only one.
 */
export function claimsIn(
  runs: readonly ClaimingRun[],
  { served, usersTeachAll }: { served: readonly string[]; usersTeachAll: boolean },
): Claims {
  const [claimed, confirmed] = [[] as string[], [...served]];
  for (const { quote, userId, found = [], remembered = [] } of runs) {
    const { user, developer, signals, untrusted } = withFound(textsByTrust([quote]), found);
    claimed.push(...untrusted);
    confirmed.push(...developer, ...signals);
    (usersTeachAll || userId === null ? confirmed : claimed).push(...user, ...remembered);
  }
  return { claimed, confirmed };
}

/** The parts of what a rule says that stand together in one claim, or in two; and how much less a confirmed text says. */
const MEASURE = { one: 0.6, two: 0.8, lead: 0.25 };
/** How far words may be apart in a passage, in times of their number and in words. */
const SPREAD = 1.5;
const ROOM = 4;
/** Fewer words say too little to be anybody's. */
const LEAST = 3;

type Weights = ReadonlyMap<string, number>;
type Terms = readonly string[];

/** The finding on operations of which one says what nobody confirmed. */
export function* unconfirmedSteps(
  ops: readonly Operation[],
  { claimed, confirmed }: Claims,
): Steps<Finding[]> {
  const said = [yield* termsOf(claimed), yield* termsOf(confirmed)] as const;
  for (const op of ops) {
    for (const text of decodedWith(ruleTextsOf(op))) {
      const words = new Map([...new Set(contentTerms(text))].map((word) => [word, termWeight(word)]));
      if (words.size >= LEAST && isUnconfirmed(words, said)) return [UNCONFIRMED];
      yield;
    }
  }
  return [];
}

/** What an operation has agents do. Names and descriptions say the task again, in the words of who asked for it. */
function ruleTextsOf(op: Operation): string[] {
  if (op.op === 'set_description') return [];
  return op.op === 'create_skill'
    ? op.bullets.flatMap(({ content, issue }) => [content, issue])
    : operationTexts(op);
}

function* termsOf(texts: readonly string[]): Steps<Terms[]> {
  const all: Terms[] = [];
  for (const text of new Set(texts)) {
    all.push(contentTerms(text));
    yield;
  }
  return all;
}

function isUnconfirmed(words: Weights, [claimed, confirmed]: readonly [Terms[], Terms[]]): boolean {
  const whole = sum(words);
  const [one, two] = piecesOf(words, claimed);
  const [known, knownInTwo] = piecesOf(words, confirmed);
  const isAhead = (part: number, share: number, other: number) =>
    part >= share * whole && part - other >= MEASURE.lead * whole;
  return isAhead(one, MEASURE.one, known) || isAhead(two, MEASURE.two, knownInTwo);
}

/** How much of the words the passage says that says most, and that one together with the next. */
function piecesOf(words: Weights, texts: readonly Terms[]): [one: number, two: number] {
  const width = Math.ceil(SPREAD * words.size) + ROOM;
  const first = bestPassage(words, texts, width);
  const rest = new Map([...words].filter(([word]) => !first.has(word)));
  const one = sum(first);
  return [one, one + sum(bestPassage(rest, texts, width))];
}

function bestPassage(words: Weights, texts: readonly Terms[], width: number): Weights {
  let best: Weights = new Map();
  for (const terms of texts) {
    const found = wordsTogether(words, terms, width);
    if (sum(found) > sum(best)) best = found;
  }
  return best;
}

function sum(words: Weights): number {
  return words.values().reduce((all, weight) => all + weight, 0);
}
