/** What the learning model is asked for, in people's words, each with a colour and a pattern of its own. */

interface PurposeLook {
  label: string;
  /** A colour token. */
  colour: string;
  /** Lines of an 8 by 8 tile, so that purposes are told apart without colour. */
  path: string;
}

const DIAGONAL = 'M-2 2 2-2M0 8 8 0M6 10 10 6';
const BACK = 'M-2 6 2 10M0 0 8 8M6-2 10 2';

const LOOKS: Record<string, PurposeLook> = {
  reflect: { label: 'Reflect on runs', colour: 'candidate', path: '' },
  curate: { label: 'Curate lessons', colour: 'incumbent', path: DIAGONAL },
  judge_outcome: { label: 'Judge outcomes', colour: 'removed', path: 'M0 4H8' },
  judge_skill: { label: 'Judge skills', colour: 'attention', path: 'M4 0V8' },
  memory: { label: 'Reconcile memories', colour: 'added', path: BACK },
  dedup: { label: 'Merge duplicates', colour: 'good', path: 'M4 0V8M0 4H8' },
  profile: { label: 'Rewrite profiles', colour: 'danger', path: 'M3 4H5M4 3V5' },
  evolve: { label: 'Evolve skills', colour: 'accent-strong', path: `${DIAGONAL}${BACK}` },
  ask: { label: 'Answer questions', colour: 'quiet', path: 'M0 2H8M0 6H8' },
};

/** Their order from the bottom of a column up. */
export const PURPOSE_ORDER: readonly string[] = Object.keys(LOOKS);

/** A purpose that a newer gateway has written keeps its own name. */
export function lookOf(purpose: string): PurposeLook {
  return LOOKS[purpose] ?? { label: purpose, colour: 'faint', path: '' };
}

/** The id of a purpose's pattern in the document. */
export function patternId(purpose: string): string {
  return `usage-${purpose}`;
}
