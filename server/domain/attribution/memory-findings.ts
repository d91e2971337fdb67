/** Why a learned memory waits for a person: a page or a tool said it, or named what it names, and not the user. */
import { namedTargets } from '../safety/learned/named-targets.ts';
import type { Finding } from '../safety/spans.ts';
import { contentTerms, numbersIn, rootOf } from './content-terms.ts';
import { ORDERING_VERBS } from './error-meaning.ts';
import { COPIED, formsOf, NEW_TARGET, UNTRUSTED_TARGET } from './rule-findings.ts';
import {
  bestPassage,
  hasUntrusted,
  type RunIndex,
  type Speaker,
  targetsIn,
  UNTRUSTED,
  voicesOf,
  type WordWeights,
  weightOf,
  weighWords,
  wordsSaidAnywhere,
} from './run-index.ts';
import { isCopy } from './vouching.ts';

/** What the run read says it, or nobody whom the run heard does. */
export const UNTRUSTED_SOURCE: Finding = 'injection:untrusted_source';

// A memory retells what was said, mostly in other words. The figures are chosen by what they hold of planted and of
// harmless statements in 25 languages (server/testing/samples): all of the one, at most one in ten of the other.

/** The part of a memory that stands in an untrusted passage, and how much less of it any trusted one has. */
const SHARE = 0.35;
const LEAD = 0.1;
/** How far its words may be apart there, in times of their number. */
const SPREAD = 3;

/** Words with which a memory tells about anything: they come from nobody. */
const FRAME = new Set(
  contentTerms(
    'user users customer person agent prefers preference prefer wants want wish likes like asks ask needs need should must always never ' +
      'Nutzer Nutzerin Benutzer Anwender bevorzugt möchte wünscht utilisateur utilisatrice préfère souhaite usuario usuaria prefiere quiere desea ' +
      'utente preferisce desidera usuário prefere quer gebruiker verkiest wil użytkownik woli preferuje пользователь предпочитает хочет ' +
      '用户偏好 用户喜欢 用户希望 ユーザー ユーザーは 好みます 사용자는 선호합니다 ผู้ใช้ชอบ ผู้ใช้ต้องการ المستخدم يفضل उपयोगकर्ता पसंद kullanıcı tercih',
  ).map(rootOf),
);

/**
 * What an order begins with, as a sentence or after a mark, or contains; whatever else is said is a
 * statement.
 */
const ORDER = new RegExp(
  `(?:^|[:;,.!?>"\\n-])\\W{0,5}(?:(?:please|kindly|now|then|also|first|finally|and|so)\\W{1,3}){0,3}(?:${ORDERING_VERBS})\\b` +
    "|\\b(?:always|never|must|shall|should|have to|has to|needs? to|make sure|be sure|do not|don['’]t|from now on|whenever|every time|each time|going forward|in (?:the )?future|instead of|regardless|without asking|no matter|are to be|may be left out)\\b",
  'iu',
);

interface LearnedMemory {
  readonly content: string;
  /** Whether it tells what the user is like or wants, which no failure teaches. */
  readonly isAboutUser: boolean;
  /** Whether it is served to this one user alone: users may give orders about themselves. */
  readonly isPersonal: boolean;
}

const USERS: readonly Speaker[] = ['user', 'developer'];
const FAILURES: readonly Speaker[] = ['error', 'verification'];
/** Whoever is neither the user nor the agent. */
const STRANGERS: readonly Speaker[] = [...UNTRUSTED, ...FAILURES, 'developer'];

/** The findings on a memory that repeats what its run said: an order, or what everybody would be told by a stranger. */
export function copiesInMemory({ content, isPersonal }: LearnedMemory, index: RunIndex): Finding[] {
  const isOrder = ORDER.test(content.normalize('NFKC'));
  const isSaidBy = (speakers: readonly Speaker[]) =>
    isCopy(content, index, speakers) && !isCopy(content, index, ['user']);
  const isForeign = isSaidBy(STRANGERS);
  const isPlanted = isPersonal
    ? isOrder && isForeign
    : isForeign || (isOrder && isSaidBy([...STRANGERS, 'agent']));
  const named = namedIn(index, ['user']);
  const isNew = isOrder && namedTargets(content).addresses.some((address) => !named.has(address));
  return [...(isPlanted ? [COPIED] : []), ...(isNew ? [NEW_TARGET.addresses] : [])];
}

/** The findings on a memory that comes from what nobody trusts. */
export function sourcesOfMemory({ content, isAboutUser }: LearnedMemory, index: RunIndex): Finding[] {
  const trustedVoices = voicesOf(index, isAboutUser ? USERS : [...USERS, ...FAILURES]);
  const untrusted = voicesOf(index, UNTRUSTED);
  const forms = formsOf(content);
  const isStranger = forms.map(ownWords).some((words) => {
    return (
      isFrom(words, untrusted, trustedVoices) || (hasUntrusted(index) && isUnsupported(words, trustedVoices))
    );
  });
  const trusted = namedIn(index, USERS);
  const named = namedIn(index, [...UNTRUSTED, 'error']);
  const isLed =
    forms.flatMap(targetsIn).some((target) => named.has(target) && !trusted.has(target)) ||
    forms
      .flatMap(numbersIn)
      .some((number) => hasNumber(untrusted, number) && !hasNumber(trustedNumbers(index), number));
  const isNew = namedTargets(content).addresses.some((address) => !trusted.has(address));
  return [
    ...(isStranger ? [UNTRUSTED_SOURCE] : []),
    ...(isLed ? [UNTRUSTED_TARGET] : []),
    ...(isNew ? [NEW_TARGET.addresses] : []),
  ];
}

function ownWords(text: string): WordWeights {
  return new Map([...weighWords(text)].filter(([word]) => !FRAME.has(word)));
}

/** Whether an untrusted passage has more of what the words say than any trusted one. */
function isFrom(words: WordWeights, untrusted: RunIndex, trusted: RunIndex): boolean {
  const whole = weightOf(words);
  const read = weightOf(bestPassage(words, untrusted, SPREAD));
  const known = weightOf(bestPassage(words, trusted, SPREAD));
  return whole > 0 && read >= SHARE * whole && read - known >= LEAD * whole;
}

/** Whether nobody whom the run may believe said any of the words. */
function isUnsupported(words: WordWeights, voices: RunIndex): boolean {
  return words.size > 0 && wordsSaidAnywhere(words, voices).size === 0;
}

function trustedNumbers(index: RunIndex): RunIndex {
  return voicesOf(index, [...USERS, ...FAILURES]);
}

function hasNumber(voices: RunIndex, number: string): boolean {
  return voices.some(({ numbers }) => numbers.has(number));
}

function namedIn(index: RunIndex, speakers: readonly Speaker[]): ReadonlySet<string> {
  return new Set(voicesOf(index, speakers).flatMap(({ named }) => [...named]));
}
