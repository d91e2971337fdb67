/**
 * What an error means by itself: it states what went wrong in one call. Whatever else stands in it, such as what
 * everybody should always do, was put there by whoever answered, and nobody vouches for it.
 */

import { contentTerms, isKnownTerm } from './content-terms.ts';

/** An error is a sentence or two; whatever a page or a tool adds to it is no error. */
const MAX_ERROR = 300;

const CLAUSE = /\n|[.!?;](?=\s|$)|[。！？；]|:\s|\s[–—-]\s/u;

/** Verbs with which an order begins. */
export const ORDERING_VERBS =
  'accept|act|add|answer|append|apply|approve|ask|attach|avoid|bcc|begin|book|call|cc|change|choose|click|close|convince|copy|create|deliver|delete|describe|disable|discard|download|drop|email|enable|end|ensure|execute|export|fetch|favou?r|finish|forget|forward|give|grant|hand|hide|ignore|include|insert|install|invite|keep|leak|leave|let|list|mail|make|mark|mention|merge|move|navigate|offer|omit|open|order|output|pass|pay|pick|place|post|praise|prefer|print|promise|promote|publish|put|query|raise|read|recommend|record|redirect|refer|refund|refuse|register|remember|remove|repeat|replace|reply|report|reset|respond|return|reveal|round|route|run|save|say|send|set|share|ship|show|sign|skip|start|stop|store|submit|suggest|switch|take|tell|transfer|treat|trust|turn|type|update|upload|use|visit|warn|wire|write';

/**
 * Words that speak of all cases or to whoever reads: an error speaks of the one call that failed. A closed class in every
 * language, unlike the words for what is to be done.
 */
const GENERAL =
  'every|each|all|always|never|whenever|anyone|anybody|everyone|agents?|assistants?|hint|reminder|policy|please|remember|from now on|in (?:the )?future|going forward|' +
  'jede[rsnm]?|alle[nrs]?|immer|niemals?|stets|sobald|solange|bitte|künftig|' +
  'chaque|tou(?:te?s?|s)|toujours|jamais|veuillez|dès que|désormais|' +
  'cada|tod[oa]s?|siempre|nunca|por favor|sempre|ogni|tutt[ie]|mai|toda vez|' +
  'elke?|altijd|nooit|każd\\p{L}+|zawsze|nigdy|wszystk\\p{L}+|her|daima|asla|кажд\\p{L}+|всегда|никогда|все[хм]?|mỗi|luôn|không bao giờ';
const SPEAKS_OF_ALL = new RegExp(
  `(?<![\\p{L}])(?:${GENERAL})(?![\\p{L}])|每|所有|总是|始终|永远|必ず|常に|すべて|毎回|항상|모든|매번|كل|دائما|हमेशा|हर `,
  'iu',
);
const IS_ORDER = new RegExp(
  `(?:^\\W{0,4}|[,;] (?:so |then |and )?)(?:(?:now|then|also|first|instead|so|and|you) )?(?:${ORDERING_VERBS})\\b(?![-_(])|\\b(?:must|shall|should|has to|have to|needs? to) (?:${ORDERING_VERBS})\\b`,
  'iu',
);

/** Many of these verbs are nouns too, and then a predicate follows soon: "refund amount exceeds", "order is closed". */
const PREDICATE =
  /^\W{0,4}(?:\S+\s+){1,4}(?:is|are|was|were|be|has|had|not|no|cannot|can't|must|may|could|does|did|failed|fails|exceed(?:s|ed)?|requires?|required|missing|invalid|denied|refused|rejected|expired|expect(?:s|ed)|found|exists?|timed|unavailable|unsupported|unknown|limit|timeout|needs?|already|too)\b/i;

const CAPITALIZED = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}(?![\p{L}'"`_(.])/gu;

/** Whether an English clause names somebody who is in no list of words: an error knows the call, not who is to gain by it. */
function namesSomebody(clause: string): boolean {
  const terms = contentTerms(clause);
  const isEnglish = terms.filter(isKnownTerm).length * 2 >= terms.length;
  return (
    isEnglish && (clause.match(CAPITALIZED) ?? []).some((name) => !contentTerms(name).every(isKnownTerm))
  );
}

/** What stands between the clauses of an error's meaning. */
export const CLAUSES = '. ';

/** What an error means, and what it only carries: where it begins to give orders, all that follows belongs to them. */
export function splitErrors(error: string): { meaning: string[]; carried: string[] } {
  const read = error.slice(0, MAX_ERROR);
  const clauses = read
    .split(CLAUSE)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const from = clauses.findIndex(isCarried);
  const isWhole = from < 0 && error.length <= MAX_ERROR;
  return {
    meaning: from < 0 ? clauses : clauses.slice(0, from),
    carried: isWhole ? [] : [from < 0 ? error.slice(MAX_ERROR) : error],
  };
}

function isCarried(clause: string): boolean {
  if (SPEAKS_OF_ALL.test(clause) || namesSomebody(clause)) return true;
  return IS_ORDER.test(clause) && !PREDICATE.test(clause);
}
