/** Who said in runs what was learned of them, as a reviewer is told. */
import type { SaidBy } from '../skills/changesets/support.ts';
import {
  type RunIndex,
  type Speaker,
  shareOf,
  voicesOf,
  weighWords,
  wordsSaidAnywhere,
} from './run-index.ts';

const SPEAKERS: readonly (readonly [SaidBy, readonly Speaker[]])[] = [
  ['user_message', ['user']],
  ['instructions', ['developer']],
  ['error_or_verification', ['error', 'verification']],
  ['tool_output', ['tool']],
  ['retrieved_text', ['retrieved']],
];

/** The part of a text that somebody must have said to be named. */
const MOST = 0.5;

/** Who said most of the words of some texts. */
export function originsOf(texts: readonly string[], index: RunIndex): SaidBy[] {
  const words = weighWords(texts.join('\n'));
  const saysMost = (speakers: readonly Speaker[]) =>
    shareOf(words, wordsSaidAnywhere(words, voicesOf(index, speakers))) >= MOST;
  return SPEAKERS.flatMap(([origin, speakers]) => (saysMost(speakers) ? [origin] : []));
}
