/**
 * A model's card, made fit to be served. A card is read before every run without anybody having reviewed it, so it may hold only
 * what the user's preferences say, and nothing that the safety scan objects to.
 */
import { analyze } from '../../knowledge/analyze.ts';
import { containLine, shortened } from '../../runs/recall/contain-text.ts';
import { isBlocking } from '../../safety/finding.ts';
import { scanText } from '../../safety/scan.ts';
import { CARD_MAX, type Card, LINE_MAX, type Preference } from './compose-card.ts';

/** The part of a line's content words that must stand in the preferences. */
const LEAST_FROM_PREFERENCES = 0.5;

/**
 * The card with the lines of `text` that say what `preferences` say, in the size of a card; null where none is left, or where the
 * scan objects to the text.
 */
export function rewrittenCard(text: string, preferences: readonly Preference[]): Card | null {
  if (scanText(text).some(isBlocking)) return null;
  const known = new Set(preferences.flatMap(({ content }) => analyze(content)));
  const lines: string[] = [];
  let size = 0;
  for (const raw of text.split(/[\n\r]+/u)) {
    const said = containLine(raw).replace(/^(?:[-*•]|\d+[.)])\s+/u, '');
    if (!comesFrom(said, known)) continue;
    const line = `- ${shortened(said, LINE_MAX)}`;
    size += line.length + 1;
    if (size > CARD_MAX) break;
    lines.push(line);
  }
  return lines.length === 0 ? null : { profile: lines.join('\n'), sources: preferences.map(({ id }) => id) };
}

function comesFrom(line: string, known: ReadonlySet<string>): boolean {
  const said = [...new Set(analyze(line))];
  return (
    said.length > 0 && said.filter((term) => known.has(term)).length >= said.length * LEAST_FROM_PREFERENCES
  );
}
