/**
 * A user's card without a model: the preferences that are believed now, newest first, in a size that fits every prompt.
 * Its lines are the memories' own words, so that nothing is on the card that no memory says.
 */
import { containLine, shortened } from '../../runs/recall/contain-text.ts';

/** Most preferences on a card. */
export const CARD_LINES = 20;
/** Most characters of a line, and of a card. */
export const LINE_MAX = 300;
export const CARD_MAX = 2000;

/** A preference that may go on the card. */
export interface Preference {
  id: string;
  content: string;
}

/** A card's text, and the ids of the memories it is made of. */
export interface Card {
  profile: string;
  sources: string[];
}

/** The card of `preferences` (newest first); null where there is none. What does not fit is left out, oldest first. */
export function composeCard(preferences: readonly Preference[]): Card | null {
  const lines: string[] = [];
  const sources: string[] = [];
  let size = 0;
  for (const { id, content } of preferences.slice(0, CARD_LINES)) {
    const line = `- ${shortened(containLine(content), LINE_MAX)}`;
    size += line.length + 1;
    if (size > CARD_MAX) break;
    lines.push(line);
    sources.push(id);
  }
  return lines.length === 0 ? null : { profile: lines.join('\n'), sources };
}
