/** What the learning model is asked for. One list, so that usage rows, metrics, answer forms and prompts use the same words. */

export const PURPOSES = [
  'judge_outcome',
  'reflect',
  'curate',
  'memory',
  'dedup',
  'profile',
  'judge_skill',
  'evolve',
  'ask',
] as const;

/** One of {@link PURPOSES}: the name of the answer's form, of its usage row and of its metric's label. */
export type Purpose = (typeof PURPOSES)[number];
