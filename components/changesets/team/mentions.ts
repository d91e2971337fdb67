/** Mentions of people in a comment, while it is written and where it is read. Pure. */
import type { Person } from '../../../server/domain/admin/person.ts';

/** Most people that are offered at once. */
const OFFERED = 6;

/** What is typed behind an `@`, and where that stands. */
export interface BegunMention {
  from: number;
  typed: string;
}

/** The mention that the text before the caret ends with; null where there is none. */
export function begunMention(before: string): BegunMention | null {
  const found = /(?<![\p{L}\p{N}_.])@([^@\n]{0,60})$/u.exec(before);
  return found === null ? null : { from: found.index, typed: found[1] ?? '' };
}

/** The people whose name, or a word of it, begins with what was typed. */
export function peopleLike(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLowerCase();
  const fits = ({ name }: Person) => {
    const known = name.toLowerCase();
    return known.startsWith(wanted) || known.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  return people.filter(fits).slice(0, OFFERED);
}

/** The text with the name in place of what was typed, and where the caret goes. */
export function withMention(text: string, { from, typed }: BegunMention, name: string) {
  const begun = `${text.slice(0, from)}@${name} `;
  const rest = text.slice(from + 1 + typed.length).replace(/^ /, '');
  return { text: begun + rest, caret: begun.length };
}

/** A comment in pieces, those apart that name one of the people it mentions. */
export function mentionsIn(
  text: string,
  names: readonly string[],
): { at: number; text: string; isMention: boolean }[] {
  const known = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (known.length === 0) return [{ at: 0, text, isMention: false }];
  let at = 0;
  return text.split(new RegExp(`(@(?:${known.join('|')}))`, 'iu')).map((piece, index) => {
    const found = { at, text: piece, isMention: index % 2 === 1 };
    at += piece.length;
    return found;
  });
}
