/** A changed wording in fewer characters: the changes and the words around them. Pure. */
import { cutText } from '../../../characters.ts';
import type { WordChange } from './word-changes.ts';

/** So much of what stays is kept on each side of a change. */
const AROUND = 28;
/** No single change takes more than this share, so that the one after it is seen too. */
const SHARE = 0.6;

/** The changes in about `most` characters; what is left out is an ellipsis. */
export function shortenChanges(changes: readonly WordChange[], most: number): WordChange[] {
  const length = changes.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= most) return [...changes];
  const last = changes.length - 1;
  const brief = changes.map(({ kind, text }, at) => {
    if (kind !== 'same') return { kind, text: last === 0 ? text : begin(text, most * SHARE) };
    if (last === 0) return { kind, text };
    if (at === 0) return { kind, text: end(text) };
    return { kind, text: at === last ? text : middle(text) };
  });
  const shown: WordChange[] = [];
  let left = most;
  for (const { kind, text } of brief) {
    if (left <= 0) break;
    shown.push({ kind, text: begin(text, left) });
    left -= text.length;
  }
  return shown;
}

function begin(text: string, most = AROUND): string {
  if (text.length <= most) return text;
  const cut = cutText(text, most);
  const blank = cut.lastIndexOf(' ');
  return `${blank > most / 2 ? cut.slice(0, blank) : cut} …`;
}

function end(text: string): string {
  if (text.length <= AROUND) return text;
  const rest = text.slice(cutText(text, text.length - AROUND).length);
  const blank = rest.indexOf(' ');
  return `… ${blank >= 0 && blank < AROUND / 2 ? rest.slice(blank + 1) : rest}`;
}

function middle(text: string): string {
  if (text.length <= 2 * AROUND) return text;
  return `${begin(text)} ${end(text).slice(2)}`;
}
