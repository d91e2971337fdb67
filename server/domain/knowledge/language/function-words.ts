/** Words that say nothing about a subject, in English and in other languages. */
import * as stopword from 'stopword';

/**
 * Verbs that the package counts as empty though a memory may turn on them; their rate keeps their weight low.
 */
const CONTENT = new Set('come came get got like make never said still take took way well'.split(' '));

/** Function words that the package leaves out. */
const MORE =
  'again against below cannot doing done down during few further having hers herself himself itself may myself ' +
  'no nor not off once ours ourselves shall so than theirs themselves then until upon via whom whose why will ' +
  'yet yours yourself yourselves am im ive id';

/** English words without a subject of their own; they are dropped. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [...stopword.eng, ...MORE.split(' ')].filter((word) => !CONTENT.has(word)),
);

/**
 * Function words of one language that are subjects in another one's tasks: genome, DOI, RAM, dock, mint,
 * todo.
 */
const SUBJECTS = new Set(
  'alt ban cite con dine dock doi genom ham mint modal pro ram sol tau todo'.split(' '),
);

const LISTS = {
  ...{ ces: stopword.ces, dan: stopword.dan, deu: stopword.deu, ell: stopword.ell, fin: stopword.fin },
  ...{ fra: stopword.fra, hun: stopword.hun, ita: stopword.ita, nld: stopword.nld, nob: stopword.nob },
  ...{ pol: stopword.pol, por: stopword.por, ron: stopword.ron, rus: stopword.rus, spa: stopword.spa },
  ...{ swe: stopword.swe, tur: stopword.tur, ukr: stopword.ukr },
};

/**
 * Function words of the European languages most written. They are kept where the language of a text is not known,
 * because "die" or "son" means something in English, but count as common wherever English has no rate for them.
 */
export const FOREIGN_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(LISTS)
    .flat()
    .map(cleaned)
    .filter((word) => !SUBJECTS.has(word)),
);

function cleaned(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

/** Function words that the package leaves out of its shorter lists; elided ones end in an apostrophe. */
const MORE_BY_LANGUAGE: Readonly<Record<string, string>> = {
  deu: 'fürs ums bitte welche welcher welches',
  fra:
    "c' d' j' l' m' n' qu' s' jusqu' lorsqu' combien comment entre faut il peut peux plus quand si toutes tous tout " +
    'toute très vers',
  ita: "all' c' dall' dell' l' nell' sull' un'",
  por:
    'cada deve devem entre esse está estão foi foram há isso no onde outra outro pode podem precisa quanto são ser ' +
    'será seu tem todas toda todo todos vai você vocês é',
  spa:
    'al antes cada cómo cuál cuándo cuánto dónde debe deben ellas ellos entre es esta estas este esto estos está están fue ' +
    'ha han hay mis nuestra nuestras nuestro nuestros puede puedes qué quien quiere ser si son sus todas todo todos tu ' +
    'tus una unas unos',
};

/** What the package counts as empty in German though it may be the subject of a task. */
const CONTENT_IN_GERMAN = new Set(
  'beispiel jahr jahre jahren mensch menschen mittel ordnung startseite suche tag tage tagen teil uhr zeit'.split(
    ' ',
  ),
);

/** The languages whose function words are known, each with its place as its number. */
export const READ_LANGUAGES: readonly string[] = ['eng', ...Object.keys(LISTS)];
export const ENGLISH = 0;

/** Function word → the numbers of the languages that have it. */
export const LANGUAGES_OF: ReadonlyMap<string, readonly number[]> = languagesOf();

function languagesOf(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  READ_LANGUAGES.forEach((language, number) => {
    for (const word of functionWords(language)) found.set(word, [...(found.get(word) ?? []), number]);
  });
  return found;
}

function functionWords(language: string): ReadonlySet<string> {
  if (!isListed(language)) return STOP_WORDS;
  const words = [...LISTS[language].map(cleaned), ...(MORE_BY_LANGUAGE[language]?.split(' ') ?? [])];
  return new Set(language === 'deu' ? words.filter((word) => !CONTENT_IN_GERMAN.has(word)) : words);
}

function isListed(language: string): language is keyof typeof LISTS {
  return language in LISTS;
}

/** Function words of scripts without spaces. */
export const UNSPACED_FUNCTION_WORDS: ReadonlySet<string> = new Set([...stopword.zho, ...stopword.jpn]);
