/** An index of what runs said, by speaker, in which it is looked up how much of a text somebody said. */
import { decodedForms } from '../safety/injection/decode-text.ts';
import { namedTargets } from '../safety/learned/named-targets.ts';
import { contentTerms, isKnownTerm, numbersIn, rootOf, termWeight, UNSPACED } from './content-terms.ts';
import { CLAUSES } from './error-meaning.ts';
import { type SpokenRun, type Transcript, transcribe } from './transcript.ts';

/** Whoever speaks in runs; `served` is what skills say already, `held` what proposals say that wait for a person. */
export type Speaker = keyof Transcript | 'served' | 'remembered' | 'held';

/** The places at which the words of a speaker stand, and what the speaker names. */
interface SpeakerWords {
  readonly speaker: Speaker;
  /** The user of the run, for words that a user answers for. */
  readonly userId: string | null;
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Addresses, accounts and commands. */
  readonly named: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** The first word of each clause of an error. */
  readonly heads: ReadonlySet<string>;
  readonly length: number;
}

/** What runs said, ready to be looked up. */
export type RunIndex = readonly SpeakerWords[];

const CODE_FIRST = /^\W{0,3}[^\s]*[_\d(./]/;
/** Words beside its first that a clause has. */
const LEAST_CLAUSE = 2;
/** Words of two texts never stand together. */
const GAP = 1000;
/** Characters of a speaker that are read. What the model is shown of a run is shorter. */
const MAX_READ = 50_000;

/** Indexes runs, with what is `served` already and what proposals say that are `held`. */
export function indexRuns(
  runs: readonly SpokenRun[],
  { served = [], held = [] }: { readonly served?: readonly string[]; readonly held?: readonly string[] } = {},
): RunIndex {
  const voices = [voiceOf('served', null, served), voiceOf('held', null, held)];
  for (const run of runs) {
    const { userId, remembered = [] } = run;
    const transcript = transcribe(run);
    for (const [speaker, texts] of Object.entries({ ...withoutEchoes(transcript), remembered }))
      voices.push(voiceOf(speaker as Speaker, userId, texts));
  }
  return voices.filter(({ length }) => length > 0);
}

/** A value of plain words that stands in what the run read is no deed: the agent may only have repeated it. */
function withoutEchoes(transcript: Transcript): Transcript {
  const read = [...transcript.tool, ...transcript.retrieved].join('\n').toLowerCase();
  const isEcho = (deed: string) => /^[\p{L}\p{M} ’']+$/u.test(deed) && read.includes(deed.toLowerCase());
  return { ...transcript, deeds: transcript.deeds.filter((deed) => !isEcho(deed)) };
}

function voiceOf(speaker: Speaker, userId: string | null, texts: readonly string[]): SpeakerWords {
  const read = upTo(MAX_READ, [...new Set(texts)]);
  const places = new Map<string, number[]>();
  const heads = new Set<string>();
  let length = 0;
  for (const text of read.flatMap((one) => [one, ...decodedForms(one)])) {
    const roots = contentTerms(text).map(rootOf);
    for (const [at, root] of roots.entries()) placesOf(places, root).push(length + at);
    for (const clause of text.split(CLAUSES)) {
      const [head, ...others] = contentTerms(clause);
      // The name of a tool or of a fault is no clause, and begins no order.
      if (head !== undefined && others.length >= LEAST_CLAUSE && !CODE_FIRST.test(clause))
        heads.add(rootOf(head));
    }
    length += roots.length + (roots.length > 0 ? GAP : 0);
  }
  return {
    ...{ speaker, userId, places, heads, length },
    named: new Set(read.flatMap(targetsIn)),
    numbers: new Set(read.flatMap(numbersIn)),
  };
}

function placesOf(places: Map<string, number[]>, root: string): number[] {
  const known = places.get(root) ?? [];
  places.set(root, known);
  return known;
}

function upTo(max: number, texts: readonly string[]): string[] {
  let left = max;
  return texts.map((text) => {
    const read = text.slice(0, Math.max(0, left));
    left -= read.length;
    return read;
  });
}

/** The addresses, accounts and commands in a text, in a form that can be compared. */
export function targetsIn(text: string): string[] {
  const { addresses, accounts, commands } = namedTargets(text);
  return [...addresses, ...accounts, ...commands].map((target) => target.toLowerCase());
}

export function voicesOf(index: RunIndex, speakers: readonly Speaker[]): RunIndex {
  return index.filter(({ speaker }) => speakers.includes(speaker));
}

/** The words of a text with how much each says, in the order in which they first stand there. */
export type WordWeights = ReadonlyMap<string, number>;

/** Weights are known of English words. Those of another language weigh what an English one does on average, in bits. */
const FOREIGN_WEIGHT = 8;
/** Where there are no blanks, a word comes in pieces. */
const PIECE_WEIGHT = 6;

/** What is written in code: commands, paths, names, addresses. */
const CODE = /`[^`]*`|\S*[\w)][/_.:@=-]\S*\w\S*|--?\w\S*/gu;

export function weighWords(text: string): WordWeights {
  const prose = contentTerms(text.replace(CODE, ' '));
  const isEnglish = prose.filter(isKnownTerm).length * 2 >= prose.length;
  const most = (term: string) => (UNSPACED.test(term) ? PIECE_WEIGHT : FOREIGN_WEIGHT);
  const weigh = (term: string) => (isEnglish ? termWeight(term) : Math.min(termWeight(term), most(term)));
  return new Map(contentTerms(text).map((term) => [rootOf(term), weigh(term)]));
}

export function codeWordsOf(text: string): ReadonlySet<string> {
  return new Set(contentTerms((text.match(CODE) ?? []).join(' ')).map(rootOf));
}

const FILE = /(?<![\w:/@.-])(?:[\w.-]+\/)+[\w-]+(?:\.[\w-]+)*/gu;

/** The words that stand in relative paths of files. */
export function fileWordsOf(text: string): ReadonlySet<string> {
  return new Set(contentTerms((text.match(FILE) ?? []).join(' ')).map(rootOf));
}

export function weightOf(words: WordWeights): number {
  return words.values().reduce((sum, weight) => sum + weight, 0);
}

/** How far apart words may stand in a passage, in times of their number and in words beside that. */
const SPREAD = 1.5;
const ROOM = 4;

/** The words that the passage says which says most of them. */
export function bestPassage(words: WordWeights, voices: RunIndex, spread = SPREAD): WordWeights {
  const width = Math.ceil(spread * words.size) + ROOM;
  let best: WordWeights = new Map();
  for (const voice of voices) {
    const found = passageIn(words, voice, width);
    if (weightOf(found) > weightOf(best)) best = found;
  }
  return best;
}

function passageIn(words: WordWeights, { places }: SpeakerWords, width: number): WordWeights {
  const hits = [...words.keys()]
    .flatMap((word) => (places.get(word) ?? []).map((place) => ({ word, place })))
    .toSorted((a, b) => a.place - b.place);
  const counts = new Map<string, number>();
  /** Counts a word in or out; answers by how much the passage says more. */
  const count = (word: string, by: 1 | -1): number => {
    const before = counts.get(word) ?? 0;
    counts.set(word, before + by);
    return (Number(before + by > 0) - Number(before > 0)) * (words.get(word) ?? 0);
  };
  let [sum, most, from, to, first] = [0, 0, 0, -1, 0];
  for (const [last, { word, place }] of hits.entries()) {
    sum += count(word, 1);
    for (let hit = hits[first]; hit !== undefined && place - hit.place >= width; hit = hits[first]) {
      sum += count(hit.word, -1);
      first += 1;
    }
    if (sum > most) [most, from, to] = [sum, first, last];
  }
  const within = new Set(hits.slice(from, to + 1).map(({ word }) => word));
  return new Map([...words].filter(([word]) => within.has(word)));
}

/** The words of which some passages say most: halves may be put together, single words from everywhere may not. */
export function wordsOfPassages(words: WordWeights, voices: RunIndex, passages: number): WordWeights {
  let left = words;
  for (let taken = 0; taken < passages && left.size > 0; taken += 1) {
    const found = bestPassage(left, voices);
    if (found.size === 0) break;
    left = new Map([...left].filter(([word]) => !found.has(word)));
  }
  return new Map([...words].filter(([word]) => !left.has(word)));
}

/** The words that somebody said anywhere. */
export function wordsSaidAnywhere(words: WordWeights, voices: RunIndex): WordWeights {
  return new Map([...words].filter(([word]) => voices.some(({ places }) => places.has(word))));
}

/** The part of the words, weighed by how much they say, that is among `said`: 0 to 1. */
export function shareOf(words: WordWeights, part: WordWeights): number {
  const whole = weightOf(words);
  return whole === 0 ? 0 : weightOf(part) / whole;
}

/** Less text than so many words tells nothing: `ok`, a number, a name. */
const LEAST_PASSAGE = 5;
/** Whoever speaks for nobody who may teach. */
export const UNTRUSTED: readonly Speaker[] = ['tool', 'retrieved', 'held'];

/** Whether runs had text that nobody answers for. */
export function hasUntrusted(index: RunIndex): boolean {
  return voicesOf(index, UNTRUSTED).some(({ length }) => length >= LEAST_PASSAGE + GAP);
}
