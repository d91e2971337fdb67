/** The form of a user's card at the interface. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { analyze } from '../knowledge/analyze.ts';
import { containLine, shortened } from '../runs/recall/contain.ts';
import { scanText } from '../safety/scan.ts';
import { isBlocking } from '../safety/spans.ts';

/** What is known of a user's preferences; `profile` is null where nothing is. */
export const ProfileCard = z
  .object({
    agent_id: z.string(),
    user_id: z.string(),
    profile: z.string().nullable(),
    sources: z.array(z.string()).meta({ description: 'Ids of the memories it is made of' }),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProfileCard' });
export type ProfileCard = CamelCased<typeof ProfileCard>;

// A user's card without a model: the preferences that are believed now, newest first, in a size that fits
// every prompt. Its lines are the memories' own words, so that nothing is on the card that no memory says.

/** Most preferences on a card. */
export const CARD_LINES = 20;
/** Most characters of a line, and of a card. */
const LINE_MAX = 300;
const CARD_MAX = 2000;

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

/**
 * The card of `preferences` (newest first); null where there is none. What does not fit is left out, oldest
 * first.
 */
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

// A model's card, made fit to be served. A card is read before every run without anybody having reviewed it,
// so it may hold only what the user's preferences say, and nothing that the safety scan objects to.

/** The part of a line's content words that must stand in the preferences. */
const LEAST_FROM_PREFERENCES = 0.5;

/**
 * The card with the lines of `text` that say what `preferences` say, in the size of a card; null where none
 * is left, or where the scan objects to the text.
 */
export function rewrittenCard(text: string, preferences: readonly Preference[]): Card | null {
  if (scanText(text).some(isBlocking)) return null;
  const known = new Set(preferences.flatMap(({ content }) => analyze(content)));
  const lines: string[] = [];
  let size = 0;
  for (const raw of text.split(/[\n\r]+/u)) {
    const content = containLine(raw).replace(/^(?:[-*•]|\d+[.)])\s+/u, '');
    if (!comesFrom(content, known)) continue;
    const line = `- ${shortened(content, LINE_MAX)}`;
    size += line.length + 1;
    if (size > CARD_MAX) break;
    lines.push(line);
  }
  return lines.length === 0 ? null : { profile: lines.join('\n'), sources: preferences.map(({ id }) => id) };
}

function comesFrom(line: string, known: ReadonlySet<string>): boolean {
  const terms = [...new Set(analyze(line))];
  return (
    terms.length > 0 &&
    terms.filter((term) => known.has(term)).length >= terms.length * LEAST_FROM_PREFERENCES
  );
}
