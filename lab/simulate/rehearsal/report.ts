/** How often what rehearsals claim comes true, as a table. */
import { type Agreement, type Comparison, compare, errorOf, isWeighted, SCENARIOS } from './compare.ts';

interface Options {
  /** Of each scenario. */
  histories: number;
  seed: number;
  say: (text: string) => void;
}

const PARTS = ['approvals', 'outcomes', 'recalls', 'holdouts', 'canaries'] as const;

const cell = ({ all, told, right }: Agreement) => `${right}/${told} of ${all}`;

/** Whether every claim came true, and estimates within their error. */
function isTrue(comparison: Comparison, weighted: boolean): boolean {
  const exact = PARTS.filter((part) => part !== 'canaries' || !weighted);
  const { rehearsed, real } = comparison.promoted;
  return (
    exact.every((part) => comparison[part].right === comparison[part].told) &&
    Math.abs(rehearsed - real) <= errorOf(comparison)
  );
}

/** Runs all scenarios; false where a claim did not come true. */
export async function reportRehearsals({ histories, seed, say }: Options): Promise<boolean> {
  const seeds = Array.from({ length: histories }, (_, index) => seed * 1000 + index);
  say(`right/claimed of all, ${histories} histories a scenario; promoted: rehearsed, real, error allowed\n`);
  say(`${'scenario'.padEnd(16)}${PARTS.map((part) => part.padStart(20)).join('')}${'promoted'.padStart(20)}`);
  let passed = true;
  for (const scenario of SCENARIOS) {
    const seen = await compare(scenario, seeds);
    const { rehearsed, real } = seen.promoted;
    const promoted = `${rehearsed}, ${real}, ${errorOf(seen).toFixed(1)}`;
    const cells = PARTS.map((part) => cell(seen[part]).padStart(20)).join('');
    say(`${scenario.name.padEnd(16)}${cells}${promoted.padStart(20)}`);
    passed &&= isTrue(seen, isWeighted(scenario));
  }
  return passed;
}
