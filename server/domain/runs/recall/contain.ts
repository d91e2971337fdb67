/**
 * Keeps learned text inside the place it is given in a prompt. Anyone whose run was recorded may have written
 * it, so it must not be able to close the frame around it, to pose as another speaker, or to start a line of
 * its own.
 */

/** Every way of ending a line that a reader of the prompt might honour. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
const LINE_ENDS = new RegExp(LINE_END, 'gu');

/** The name of the element that encloses all learned text. */
export const FRAME = 'learned-context';

const SPEAKERS = 'system|assistant|user|human|developer|tool|instructions?';

/** The opening character of what a model may take for the frame's end or another speaker's turn. */
const TAG_START = new RegExp(
  `<(?=\\s*(?:/\\s*)?(?:learned[-_\\s]?context|${SPEAKERS})\\b|\\||<\\s*(?:/\\s*)?SYS)`,
  'giu',
);
const BRACKET_START = /\[(?=\s*(?:\/\s*)?INST\s*\])/giu;

/**
 * Characters that show nothing and can hide text or reorder it: bidirectional overrides and tag characters.
 */
const INVISIBLE = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;

function disarm(text: string): string {
  return text.replace(INVISIBLE, '').replace(TAG_START, '&lt;').replace(BRACKET_START, '&#91;');
}

/** `text` on one line. */
export function containLine(text: string): string {
  return disarm(text.replace(LINE_ENDS, ' ').replaceAll(/\s+/gu, ' ').trim());
}

/** `text` as the content of a list item: its first line as it is, every further one indented by the marker's `width`. */
export function containBlock(text: string, width = 2): string {
  const lines = disarm(text).trim().split(LINE_END);
  const indent = ' '.repeat(width);
  return lines
    .map((line, at) => (at === 0 || line.trim() === '' ? line.trimEnd() : `${indent}${line}`))
    .join('\n');
}

/** The first `max` characters of a line, with a sign where something was left out. */
export function shortened(line: string, max: number): string {
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
