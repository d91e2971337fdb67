/**
 * The words that ranking treats by name: those that say nothing about a subject, and the irregular forms that
 * no suffix rule brings together. Without the second list "went" never finds "go", and a question asks in the
 * present what a memory tells in the past.
 */
import * as stopword from 'stopword';

/** Verbs that the package counts as empty though a memory may turn on them; their rate keeps their weight low. */
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

/** Function words of one language that are subjects in another one's tasks: genome, DOI, RAM, dock, mint, todo. */
const SUBJECTS = new Set(
  'alt ban cite con dine dock doi genom ham mint modal pro ram sol tau todo'.split(' '),
);

/**
 * Function words of the European languages most written. They are kept, because "die" or "son" means something
 * in English, but count as common wherever English has no rate for them.
 */
export const FOREIGN_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [
    ...[stopword.ces, stopword.dan, stopword.deu, stopword.ell, stopword.fin, stopword.fra, stopword.hun],
    ...[stopword.ita, stopword.nld, stopword.nob, stopword.pol, stopword.por, stopword.ron, stopword.rus],
    ...[stopword.spa, stopword.swe, stopword.tur, stopword.ukr],
  ]
    .flat()
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => !SUBJECTS.has(word)),
);

/** First the form that stands for all, then its irregular relatives. */
const IRREGULAR = `
bear bore born|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|bleed bled
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go goes went gone|grind ground|grow grew grown|hang hung
hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|learn learnt
leave left|lend lent|lose lost|make made|mean meant|meet met|overcome overcame|pay paid|prove proven
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
sew sewn|shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|spend spent|spill spilt|spin spun|spring sprang sprung|stand stood|steal stole stolen
stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|write wrote written
bad worse worst|good better best|child children|foot feet|half halves|knife knives|leaf leaves|life lives
man men|mouse mice|person people|shelf shelves|tooth teeth|wife wives|wolf wolves|woman women
analysis analyses|appendix appendices|axis axes|criterion criteria|datum data|hypothesis hypotheses
index indices|matrix matrices|medium media|vertex vertices`;

/** An irregular form → the form that stands for it. */
export const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.trim()
    .split(/[|\n]/)
    .flatMap((family) => {
      const [base = '', ...forms] = family.split(' ');
      return forms.map((form): [string, string] => [form, base]);
    }),
);
