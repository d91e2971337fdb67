/**
 * Reads a prompt as its reader sees it: quotations, each with what stands before it. Knows nothing that is
 * not in the prompt.
 */

const OPENING = '<<<quoted-data>>>';
const CLOSING = '<<<end-of-quoted-data>>>';

/** One quoted line. */
export type Fields = Record<string, unknown>;

/** A quotation and the lines of the service before it. */
export interface Block {
  readonly head: string;
  readonly records: readonly Fields[];
}

/** The quotations of a prompt, in order. */
export function parseBlocks(prompt: string): Block[] {
  const blocks: Block[] = [];
  let rest = prompt;
  for (let start = rest.indexOf(OPENING); start >= 0; start = rest.indexOf(OPENING)) {
    const end = rest.indexOf(CLOSING, start);
    const lines = rest.slice(start + OPENING.length, end).split('\n');
    blocks.push({
      head: rest.slice(0, start),
      records: lines.filter((line) => line !== '').map(parseFields),
    });
    rest = rest.slice(end + CLOSING.length);
  }
  return blocks;
}

function parseFields(line: string): Fields {
  const value: unknown = JSON.parse(line);
  return Object(value) as Fields;
}

/** The records of the first quotation whose head has these words; none where there is no such quotation. */
export function recordsUnder(blocks: readonly Block[], words: string): readonly Fields[] {
  return blocks.find(({ head }) => head.includes(words))?.records ?? [];
}

/** A field as text; empty where it is absent. */
export function textField(fields: Fields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

/** The reward that the service states of the run before a quotation; null where it is unknown. */
export function parseReward({ head }: Block): number | null {
  const stated = /^reward: ([\d.]+)/m.exec(head)?.[1];
  return stated === undefined ? null : Number(stated);
}
