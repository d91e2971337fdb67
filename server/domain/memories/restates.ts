/**
 * Whether a text says nothing that another does not say. What an agent was told comes back in what it does; taken for evidence, it
 * would confirm itself for ever, and bring back what has been corrected since.
 */
import { analyze } from '../knowledge/analyze.ts';
import { comparableText } from '../knowledge/resemblance.ts';

/** Words that say nothing by themselves and turn the sense of the others; ranking drops most of them. */
const TURNING =
  /\b(?:not|no|nor|none|never|nobody|nothing|neither|without|cannot|only|before|after|until|since|above|below|over|under|more|less|off|instead|anymore)\b|n['’]t\b/gu;

/** The turning words of a text, sorted; every negated verb counts as `not`. */
function turns(text: string): string {
  const words = comparableText(text).match(TURNING) ?? [];
  return [...new Set(words.map((word) => (/t$/u.test(word) && word !== 'without' ? 'not' : word)))]
    .sort()
    .join(' ');
}

/**
 * True where every stemmed content word of `text` is one of `told`, and the words that turn a statement's sense (negation, order in
 * time, amount) are the same in both. A correction brings a word of its own and is no restatement.
 */
export function restates(text: string, told: string): boolean {
  if (comparableText(text) === comparableText(told)) return true;
  const [terms, known] = [analyze(text), new Set(analyze(told))];
  return terms.length > 0 && terms.every((term) => known.has(term)) && turns(text) === turns(told);
}
