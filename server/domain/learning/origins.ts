/** Who said in the runs what a learned operation says. */
import type { Origin } from '../skills/changesets/support.ts';
import type { Steps } from '../steps.ts';
import { contentTerms, shareOf } from './content-terms.ts';
import type { RunTexts } from './run-texts.ts';

/** What runs said; `retrieved` is what a retriever found, apart from other answers of tools. */
export type SaidInRuns = RunTexts & { readonly retrieved: readonly string[] };

/** Part of an operation's words, weighed by how much they say, that somebody must have said. */
const MOST = 0.5;

type Group = { readonly origin: Origin; readonly terms: ReadonlySet<string> };

/** For each operation, who said most of its words, in the order of the operations. */
export function* originSteps(
  operations: readonly (readonly string[])[],
  { user, developer, signals, untrusted, retrieved }: SaidInRuns,
): Steps<Origin[][]> {
  const said = [
    ['user_message', user],
    ['instructions', developer],
    ['error_or_verification', signals],
    ['tool_output', untrusted],
    ['retrieved_text', retrieved],
  ] as const;
  const groups: Group[] = [];
  for (const [origin, texts] of said) {
    const terms = new Set<string>();
    for (const text of texts) {
      for (const term of contentTerms(text)) terms.add(term);
      yield;
    }
    groups.push({ origin, terms });
  }
  const found: Origin[][] = [];
  for (const texts of operations) {
    const words = new Set(texts.flatMap(contentTerms));
    found.push(groups.filter(({ terms }) => shareOf(words, terms) >= MOST).map(({ origin }) => origin));
    yield;
  }
  return found;
}
