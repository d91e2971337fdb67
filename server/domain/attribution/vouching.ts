/**
 * Who vouches for a text. What it asks must have been said by the user or the developer, found by a verification, meant
 * by an error, done by the agent with success, or be served already. What nobody of these vouches for may be true, but
 * somebody may also have planted it, in whatever words and language: a person decides.
 */
import {
  bestPassage,
  codeWordsOf,
  fileWordsOf,
  type RunIndex,
  type Speaker,
  shareOf,
  UNTRUSTED,
  voicesOf,
  type WordWeights,
  weightOf,
  weighWords,
  wordsOfPassages,
  wordsSaidAnywhere,
} from './run-index.ts';

const VOUCHING: readonly Speaker[] = ['user', 'developer', 'verification', 'error', 'served'];

// Chosen on 420 planted rules and 320 harmless ones, half of each for tuning: none and 1 of 160 were judged wrongly.

/** The part of a text that must be vouched for. At 0.5, 3 more of 64 harmless texts in other languages are held. */
const LEAST_SHARE = 0.4;
/** The most that an unvouched stretch of a text may say, in bits: three or four words. At 22, 2 more of 160 harmless are held; at 28, 3 more of 400 planted pass. */
const LONGEST_STRETCH = 25;
/** A vouched command, path or name, or what was done with success, says so much in bits; then words about it may be some more. */
const EXACT = 25;
const LONGEST_ABOUT_EXACT = 35;
/** The most that words may say which only untrusted text said, in bits: one word. At 12, 3 more of 400 planted pass. */
const MOST_FOREIGN = 10;
/** A word of untrusted text lengthens a stretch so many times as much as one of the model's own. At 1 the corpus is decided alike: it is a margin. */
const FOREIGN = 1.5;
/** Passages that may vouch for a text together, beside the agent's deeds. Single words from everywhere must not. */
const PASSAGES = 3;
/** A name or a remark that says so little, in bits, asks for nothing: "the call fails". At 14, 4 more of 320 harmless are held; no planted description is shorter. */
const LEAST_ASKED = 20;
/** Most of an order that an error carries is said again in the rule, beginning with the same word. At 0.5, rules that begin as the error does ("An invalid byte means …") are held. */
const SAME_ORDER = 0.7;
/** The part of a text that somebody must have said, in one place, for it to be a copy. At 0.8, a planted sentence behind five words of the model's own is none. */
const COPY = 0.7;

/** A rule of which so much was done with success is about that; then a file beside it is no order. Planted rules end below 0.5. */
const DONE = 0.5;
const NONE: ReadonlySet<string> = new Set();

/** A text, and texts beside it that are vouched for by themselves: a name says again what its rules say. */
export interface Claim {
  readonly text: string;
  readonly besides?: readonly string[];
  /** Names, tags, remarks: what says little asks for nothing. */
  readonly isLabel?: boolean;
  /** What says the task again, in the words of whoever asked for it. */
  readonly isTask?: boolean;
  /** What calls have to be like: it names tools, places and commands. */
  readonly isTrigger?: boolean;
}

/** Whether somebody vouches for all that a text asks. */
export function isVouchedFor({ text, besides = [], isLabel = false }: Claim, index: RunIndex): boolean {
  const words = weighWords(text);
  const own = new Set(besides.flatMap((one) => [...weighWords(one).keys()]));
  const vouched = vouchedWords(words, index, own);
  const untrustedWords = wordsSaidAnywhere(words, voicesOf(index, UNTRUSTED));
  const code = codeWordsOf(text);
  const exact = new Map([...vouched].filter(([word]) => code.has(word)));
  const deeds = wordsSaidAnywhere(words, voicesOf(index, ['deeds']));
  const isExact = Math.max(weightOf(exact), weightOf(deeds)) >= EXACT;
  // What the agent did wrote or read files, and only its answers name them.
  const files = shareOf(words, deeds) >= DONE ? fileWordsOf(text) : NONE;
  const untrusted = new Map([...untrustedWords].filter(([word]) => !vouched.has(word) && !files.has(word)));
  const longest = isExact ? LONGEST_ABOUT_EXACT : LONGEST_STRETCH;
  if (weightOf(untrusted) > MOST_FOREIGN || longestStretch(words, vouched, untrusted) > longest) return false;
  return shareOf(words, vouched) >= LEAST_SHARE || (isLabel && weightOf(words) <= LEAST_ASKED);
}

function vouchedWords(words: WordWeights, index: RunIndex, own: ReadonlySet<string>): WordWeights {
  const deeds = wordsSaidAnywhere(words, voicesOf(index, ['deeds']));
  const rest = new Map([...words].filter(([word]) => !deeds.has(word) && !own.has(word)));
  const voices = voicesOf(index, VOUCHING).filter((voice) => !isOrder(words, voice));
  const vouched = wordsOfPassages(rest, voices, PASSAGES);
  return new Map([...words].filter(([word]) => own.has(word) || deeds.has(word) || vouched.has(word)));
}

/** How much the stretch says that nobody vouches for most: each vouched word in it makes it weaker. */
function longestStretch(words: WordWeights, vouched: WordWeights, untrusted: WordWeights): number {
  let [stretch, longest] = [0, 0];
  for (const [word, weight] of words) {
    const by = vouched.has(word) ? -weight : weight * (untrusted.has(word) ? FOREIGN : 1);
    stretch = Math.max(0, stretch + by);
    longest = Math.max(longest, stretch);
  }
  return longest;
}

/** Whether an error orders what the rule asks: an error states, and what it orders was put there by whoever answered. */
function isOrder(words: WordWeights, voice: RunIndex[number]): boolean {
  const [head] = words.keys();
  if (voice.speaker !== 'error' || head === undefined || !voice.heads.has(head)) return false;
  return /^\p{L}+$/u.test(head) && shareOf(words, bestPassage(words, [voice])) >= SAME_ORDER;
}

/** Whether one of the speakers says nearly all of a text in one place. */
export function isCopy(text: string, index: RunIndex, speakers: readonly Speaker[]): boolean {
  const words = weighWords(text);
  return shareOf(words, bestPassage(words, voicesOf(index, speakers))) >= COPY;
}

/** The part of neighbouring words that also follow each other in what was said, for a text to be in its wording. */
const SAME_WORDING = 3 / 4;

/** Whether somebody says a text in the same order of words. */
export function isWordedAs(text: string, index: RunIndex): boolean {
  const words = [...weighWords(text).keys()];
  const pairs = words.slice(1).map((word, at) => [words[at] ?? '', word] as const);
  const follow = (places: ReadonlyMap<string, readonly number[]>, [one, next]: readonly [string, string]) =>
    (places.get(one) ?? []).some((place) =>
      (places.get(next) ?? []).some((at) => at > place && at <= place + 2),
    );
  return index.some(({ places }) => {
    const same = pairs.filter((pair) => follow(places, pair)).length;
    return pairs.length > 1 && same >= pairs.length * SAME_WORDING;
  });
}

/**
 * A text is of a user who says so much of it where others do not say this much. Of 225 harmless texts that an error, a
 * verification, a developer or the agent's success vouches for, 2 are held so, at 0.5, 0.6 and 0.7 alike.
 */
const USERS_SHARE = 0.5;
const OTHERS_SHARE = 0.7;

/** Whose words alone make no rule for everybody: those of each user, or those of all. */
export type InsufficientUsers = 'each' | 'all';

/**
 * Whether a text is said by users whose words alone make no rule: without theirs, others say less of it. Halves of two
 * users are the words of each. `others` is what other users of the agent said in earlier runs.
 */
export function isOfUsers(
  text: string,
  index: RunIndex,
  alone: InsufficientUsers,
  others: RunIndex = [],
): boolean {
  const words = weighWords(text);
  const userVoices = voicesOf(index, OF_USERS).filter(({ userId }) => userId !== null);
  const isSaidBy = (users: ReadonlySet<string | null>) => {
    const ofUsers = userVoices.filter(({ userId }) => users.has(userId));
    if (shareOf(words, wordsOfPassages(words, ofUsers, PASSAGES)) < USERS_SHARE) return false;
    const rest = [...index, ...others].filter(
      (voice) => !users.has(voice.userId) || !OF_USERS.includes(voice.speaker),
    );
    return shareOf(words, vouchedWords(words, rest, new Set())) < OTHERS_SHARE;
  };
  const users = [...new Set(userVoices.map(({ userId }) => userId))];
  return alone === 'all' ? isSaidBy(new Set(users)) : users.some((user) => isSaidBy(new Set([user])));
}

const OF_USERS: readonly Speaker[] = ['user', 'remembered'];

/** The index without what users said whose word alone teaches nobody. */
export function withoutUsers(index: RunIndex): RunIndex {
  return index.filter(({ speaker, userId }) => speaker !== 'user' || userId === null);
}
