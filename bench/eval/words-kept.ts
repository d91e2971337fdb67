/**
 * Whether an import cut something of a document in silence: every word that its author wrote below a heading must be in
 * one of the rules, as often as in the document. Headings are left out, as a heading may be kept as a rule's section.
 */
const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/;
const HEADING = /^\s{0,3}#{1,6}\s.*$/gm;
const WORD = /[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*/gu;

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How many words a document has below its headings, and those of them that no rule has. */
export interface WordsKept {
  words: number;
  lost: string[];
}

/** Compares a SKILL.md with the rules that were made of it. */
export function wordsKept(markdown: string, rules: readonly string[]): WordsKept {
  const kept = countWords(rules.join('\n'));
  const lost: string[] = [];
  let words = 0;
  for (const [word, count] of countWords(markdown.replace(FRONT_MATTER, '').replaceAll(HEADING, ''))) {
    words += count;
    for (let missing = count - (kept.get(word) ?? 0); missing > 0; missing -= 1) lost.push(word);
  }
  return { words, lost };
}
