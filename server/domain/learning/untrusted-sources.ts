/**
 * Whether what was learned comes from somebody whom nobody trusts: from the words of a page, a file or a
 * tool's answer, and not from the user, the developer or a failure. The words are compared as bags, so that
 * another order, another encoding or another dress is still a copy; a translation has no words in common with
 * anything, but says names, numbers and targets again.
 */
import { decodedForms } from '../safety/injection/decode-text.ts';
import { namedTargets } from '../safety/learned/learned-text.ts';
import type { Finding } from '../safety/spans.ts';
import { allSteps, type Steps } from '../steps.ts';
import { contentTerms, mostTogether, numbersIn, termWeight } from './content-terms.ts';
import type { RunTexts } from './run-texts.ts';
import { languagesIn } from './spoken-languages.ts';

/** Words of an untrusted text, in a rule. */
const COPIED: Finding = 'injection:copied_from_run';
/**
 * Words of an untrusted text, or of nobody whom the run heard, in a memory; in a rule where it is a
 * translation.
 */
export const UNTRUSTED_SOURCE: Finding = 'injection:untrusted_source';
/** An address, an account, a command or a number that only untrusted text named. */
const UNTRUSTED_TARGET: Finding = 'injection:untrusted_target';
/** An address that nobody trusted named. */
const NEW_ADDRESS: Finding = 'injection:unvouched_address';

/**
 * When a text comes from a passage: the part of what it says that stands there together, how much less of it
 * any trusted text has, how far its words may be apart there, and how many it has at least. The numbers are
 * chosen by what they hold of planted and of harmless texts: retold conversations for memories, shuffled
 * rules of public skills beside documents on the same subject for rules.
 */
interface Measure {
  readonly share: number;
  readonly lead: number;
  readonly spread: number;
  readonly least: number;
}
/** A memory retells what was said, mostly in other words. */
const MEMORY: Measure = { share: 0.35, lead: 0.1, spread: 3, least: 1 };
/** A rule says again what its task is about, which many pages are about too. */
const RULE: Measure = { share: 0.6, lead: 0.25, spread: 1.5, least: 2 };
/** A clause is compared by itself from so many words on. */
const LEAST_CLAUSE = 4;
/** A translation says less than this part of what the run heard, and has at least so many words. */
const TRANSLATION = { heard: 0.2, least: 3 };
/** A name of so many words is a sentence, and its skill or its run says at least this part of it again. */
const NAME_WORDS = 6;
const NAME_HEARD = 0.5;
/** Words that may stand between those of a short text. */
const ROOM = 4;
/** Less untrusted text than this tells nothing: `ok`, a number, a name. */
const LEAST_PASSAGE = 5;
/** Characters of untrusted text that are read. What the model is shown of a run is shorter. */
const MAX_READ = 50_000;

/** Words with which a memory tells about anything: they come from nobody. */
const FRAME = new Set(
  contentTerms(
    'user users customer person agent prefers preference prefer wants want wish likes like asks ask needs need should must always never ' +
      'Nutzer Nutzerin Benutzer Anwender bevorzugt möchte wünscht utilisateur utilisatrice préfère souhaite usuario usuaria prefiere quiere desea ' +
      'utente preferisce desidera usuário prefere quer gebruiker verkiest wil użytkownik woli preferuje пользователь предпочитает хочет ' +
      '用户偏好 用户喜欢 用户希望 ユーザー ユーザーは 好みます 사용자는 선호합니다 ผู้ใช้ชอบ ผู้ใช้ต้องการ المستخدم يفضل उपयोगकर्ता पसंद kullanıcı tercih',
  ),
);

/** What was said, ready to be compared with. */
export interface Sources {
  /** The terms of the user, the developer and what is served already. */
  readonly trusted: readonly Terms[];
  /** The terms of errors and of the names of tools. */
  readonly signals: readonly Terms[];
  /** The terms of what is untrusted, and of what is encoded in it. */
  readonly untrusted: readonly Terms[];
  readonly named: { readonly trusted: ReadonlySet<string>; readonly untrusted: ReadonlySet<string> };
  readonly numbers: { readonly trusted: ReadonlySet<string>; readonly untrusted: ReadonlySet<string> };
  /** The languages of the user and the developer. */
  readonly languages: ReadonlySet<string>;
}

/** Where nothing was said. */
export const NO_TEXTS: RunTexts = { user: [], developer: [], signals: [], untrusted: [] };

/** Terms in the order in which they were said. */
type Terms = readonly string[];

/** Prepares what runs said; `vouched` are texts that are served already. */
export function prepareSources(texts: RunTexts, vouched: readonly string[] = []): Sources {
  return allSteps(sourceSteps(texts, vouched));
}

/** As {@link prepareSources}, one text after the other. */
export function* sourceSteps(
  { user, developer, signals, untrusted }: RunTexts,
  vouched: readonly string[] = [],
): Steps<Sources> {
  const trusted = [...user, ...developer, ...vouched];
  const foreign = upTo(MAX_READ, [...new Set(untrusted)]);
  const decoded = yield* flatSteps(foreign, decodedForms);
  return {
    trusted: [
      yield* flatSteps(user, contentTerms),
      yield* flatSteps(developer, contentTerms),
      yield* flatSteps(vouched, contentTerms),
    ],
    signals: [yield* flatSteps(signals, contentTerms)],
    untrusted: [
      yield* flatSteps(foreign, contentTerms),
      ...(yield* flatSteps(decoded, (text) => [contentTerms(text)])),
    ],
    named: {
      trusted: new Set(yield* flatSteps(trusted, targetsIn)),
      untrusted: new Set(yield* flatSteps([...foreign, ...signals], targetsIn)),
    },
    numbers: {
      trusted: new Set(yield* flatSteps([...trusted, ...signals], numbersIn)),
      untrusted: new Set(yield* flatSteps([...foreign, ...decoded], numbersIn)),
    },
    languages: languagesIn([...user, ...developer].join('\n')),
  };
}

/** What `read` gives for each text, in one list: what is said in a row may be told as one thing. */
function* flatSteps<Read>(texts: readonly string[], read: (text: string) => readonly Read[]): Steps<Read[]> {
  const all: Read[] = [];
  for (const text of texts) {
    all.push(...read(text));
    yield;
  }
  return all;
}

/** What was said in several runs. */
export function togetherIn(parts: readonly Sources[]): Sources {
  const union = (pick: (part: Sources) => ReadonlySet<string>) =>
    new Set(parts.flatMap((part) => [...pick(part)]));
  return {
    trusted: parts.flatMap(({ trusted }) => trusted),
    signals: parts.flatMap(({ signals }) => signals),
    untrusted: parts.flatMap(({ untrusted }) => untrusted),
    named: {
      trusted: union(({ named }) => named.trusted),
      untrusted: union(({ named }) => named.untrusted),
    },
    numbers: {
      trusted: union(({ numbers }) => numbers.trusted),
      untrusted: union(({ numbers }) => numbers.untrusted),
    },
    languages: union(({ languages }) => languages),
  };
}

function upTo(max: number, texts: readonly string[]): string[] {
  let left = max;
  return texts.map((text) => {
    const read = text.slice(0, Math.max(0, left));
    left -= read.length;
    return read;
  });
}

/** Texts, and what is encoded in them. */
export function decodedWith(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [text, ...decodedForms(text)]))];
}

/** The addresses, accounts and commands in a text, in a form that can be compared. */
function targetsIn(text: string): string[] {
  const { addresses, accounts, commands } = namedTargets(text);
  return [...addresses, ...accounts, ...commands].map((target) => target.toLowerCase());
}

/** The findings on texts of one rule that was learned from runs which said `sources`. */
export function untrustedInRule(texts: readonly string[], sources: Sources): Finding[] {
  const { trusted, signals, untrusted, numbers } = sources;
  const heard = [...trusted, ...signals];
  const forms = decodedWith(texts);
  const isFromPage = (words: ReadonlySet<string>) => isFrom(untrusted, heard, { words, measure: RULE });
  const isCopy = forms.some((text) => isFromPage(splitWords(text)) || splitClauses(text).some(isFromPage));
  const isNumber = (text: string) => isUnheard(splitWords(text), heard) && hasUntrustedNumber(text, numbers);
  const isLed = namesUntrusted(forms, sources) || forms.some(isNumber);
  return [...(isCopy ? [COPIED] : []), ...(isLed ? [UNTRUSTED_TARGET] : [])];
}

/**
 * Whether one of a rule's texts translates what the run read. Not for names and descriptions: many models
 * write these in English, whatever the language of the run.
 */
export function isTranslation(texts: readonly string[], sources: Sources): boolean {
  return hasPassage(sources) && decodedWith(texts).some((text) => isTranslated(text, sources));
}

/**
 * The words of each clause, where there are some and each says enough to be compared: innocent words around a
 * copy hide nothing.
 */
function splitClauses(text: string): ReadonlySet<string>[] {
  const clauses = text.split(/[.!?;:](?=\s)|[。！？；：।؟\n]/u);
  return clauses.length < 2 ? [] : clauses.map(splitWords).filter(({ size }) => size >= LEAST_CLAUSE);
}

/** Whether the run read more than a few words that nobody answers for. */
function hasPassage({ untrusted }: Sources): boolean {
  return untrusted.some(({ length }) => length >= LEAST_PASSAGE);
}

/**
 * Whether a text is in a language that neither the user nor the developer used, and says next to nothing that
 * the run heard.
 */
function isTranslated(text: string, { trusted, signals, languages }: Sources): boolean {
  const words = splitWords(text);
  const own = languagesIn(text);
  if (words.size < TRANSLATION.least || own.size === 0 || languages.size === 0) return false;
  return own.isDisjointFrom(languages) && shareHeard(words, [...trusted, ...signals]) < TRANSLATION.heard;
}

/** How much of what the words say somebody whom the run may believe said too, 0 to 1. */
function shareHeard(words: ReadonlySet<string>, heard: readonly Terms[]): number {
  const said = new Set(heard.flat());
  const weigh = (some: ReadonlySet<string>) => some.values().reduce((sum, word) => sum + termWeight(word), 0);
  return weigh(words.intersection(said)) / weigh(words);
}

/**
 * Whether the name of a new skill is a sentence, most of which neither the run nor the skill's `texts` say.
 */
export function isSentenceAsName(name: string, texts: readonly string[], sources: Sources): boolean {
  const words = splitWords(name);
  if (name.split(' ').length < NAME_WORDS || !hasPassage(sources)) return false;
  const heard = [...sources.trusted, ...sources.signals, ...texts.map(contentTerms)];
  return shareHeard(words, heard) < NAME_HEARD;
}

/**
 * A learned memory; `isAboutUser` where it tells what the user is like or wants, which no failure teaches.
 */
interface LearnedText {
  readonly content: string;
  readonly isAboutUser: boolean;
}

/** The findings on a memory that was learned from a run which said `sources`. */
export function untrustedInMemory({ content, isAboutUser }: LearnedText, sources: Sources): Finding[] {
  const { trusted, signals, untrusted, numbers } = sources;
  const heard = isAboutUser ? trusted : [...trusted, ...signals];
  const isRead = hasPassage(sources);
  const forms = decodedWith([content]);
  const isStranger = forms.map(splitWords).some((words) => {
    const own = words.difference(FRAME);
    return isFrom(untrusted, heard, { words: own, measure: MEMORY }) || (isRead && isUnheard(own, heard));
  });
  const isLed = namesUntrusted(forms, sources) || forms.some((text) => hasUntrustedNumber(text, numbers));
  const isNew = namedTargets(content).addresses.some((address) => !sources.named.trusted.has(address));
  return [
    ...(isStranger ? [UNTRUSTED_SOURCE] : []),
    ...(isLed ? [UNTRUSTED_TARGET] : []),
    ...(isNew ? [NEW_ADDRESS] : []),
  ];
}

function splitWords(text: string): ReadonlySet<string> {
  return new Set(contentTerms(text));
}

/** Whether an untrusted passage has more of what the words say than any trusted one. */
function isFrom(
  untrusted: readonly Terms[],
  heard: readonly Terms[],
  { words, measure }: { words: ReadonlySet<string>; measure: Measure },
): boolean {
  const { share, lead, spread, least } = measure;
  if (words.size < least) return false;
  const width = Math.ceil(spread * words.size) + ROOM;
  const weights = new Map([...words].map((word) => [word, termWeight(word)]));
  const whole = weights.values().reduce((sum, weight) => sum + weight, 0);
  const most = (some: readonly Terms[]) =>
    Math.max(0, ...some.map((terms) => mostTogether(weights, terms, width)));
  const read = most(untrusted);
  return read >= share * whole && read - most(heard) >= lead * whole;
}

/** Whether nobody whom the run may believe said any of the words. */
function isUnheard(words: ReadonlySet<string>, heard: readonly Terms[]): boolean {
  return words.size > 0 && heard.every((terms) => !terms.some((term) => words.has(term)));
}

function namesUntrusted(texts: readonly string[], { named }: Sources): boolean {
  return texts.flatMap(targetsIn).some((target) => named.untrusted.has(target) && !named.trusted.has(target));
}

function hasUntrustedNumber(text: string, { trusted, untrusted }: Sources['numbers']): boolean {
  return numbersIn(text).some((number) => untrusted.has(number) && !trusted.has(number));
}
