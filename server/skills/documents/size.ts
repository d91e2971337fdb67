/** How long it takes to read a text as Markdown. */

/** A line of blocks that begin and end with it takes as long as so many characters of prose. */
const CHARACTERS_A_LINE = 50;

/** About how many characters of prose take as long to read; a thousand take some 2 ms at worst, mostly a tenth of that. */
export function sizeAsMarkdown(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length + lines * CHARACTERS_A_LINE;
}
