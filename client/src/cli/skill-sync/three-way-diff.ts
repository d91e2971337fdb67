/** What both sides made of a text, line by line. */
import { diffComm, diffIndices } from 'node-diff3';
import { changedLines } from '../output.ts';

interface Line {
  mark: '' | 'before' | 'file' | 'gateway' | 'both';
  text: string;
}

/** Lines `start` to `end` of the text before, and what one side has in their place. */
interface Hunk {
  side: 'file' | 'gateway';
  start: number;
  end: number;
  lines: readonly string[];
}

/**
 * The lines that a file and the gateway have changed since both were `before`, each with whose it is, among the lines that
 * stayed; `…` stands for others that stayed. Where `before` is not known, it is what the two have in common.
 */
export function threeWayDiff(texts: { file: string; before: string | null; gateway: string }): string[] {
  const [file, gateway] = [linesOf(texts.file), linesOf(texts.gateway)];
  const common = () => diffComm(file, gateway).flatMap((part) => part.common ?? []);
  const before = texts.before === null ? common() : linesOf(texts.before);
  const lines = linesOfAll(before, [...hunks('file', before, file), ...hunks('gateway', before, gateway)]);
  return changedLines(lines, (mark, text) => `${mark.padEnd(7)} | ${text}`);
}

const linesOf = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/);

function hunks(side: Hunk['side'], before: string[], after: string[]): Hunk[] {
  return diffIndices(before, after).map(({ buffer1: [start, length], buffer2Content }) => ({
    ...{ side, start },
    end: start + length,
    lines: buffer2Content,
  }));
}

function linesOfAll(before: readonly string[], all: readonly Hunk[]): Line[] {
  const lines: Line[] = [];
  let reached = 0;
  for (const group of overlapping(all)) {
    const start = Math.min(...group.map((hunk) => hunk.start));
    const end = Math.max(...group.map((hunk) => hunk.end));
    const was = before.slice(start, end);
    lines.push(...marked('', before.slice(reached, start)), ...marked('before', was));
    const [file, gateway] = (['file', 'gateway'] as const).map((side) =>
      sideLines(
        was,
        start,
        group.filter((hunk) => hunk.side === side),
      ),
    );
    if (file && gateway && file.join('\n') === gateway.join('\n')) lines.push(...linesOfSide('both', file));
    else lines.push(...linesOfSide('file', file), ...linesOfSide('gateway', gateway));
    reached = end;
  }
  return [...lines, ...marked('', before.slice(reached))];
}

/** Hunks that touch one another are one place. */
function overlapping(all: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  let end = -1;
  for (const hunk of all.toSorted((a, b) => a.start - b.start)) {
    if (hunk.start > end || groups.length === 0) groups.push([hunk]);
    else groups.at(-1)?.push(hunk);
    end = Math.max(end, hunk.end);
  }
  return groups;
}

/** What a side has in place of the lines `was`, which begin at `start`; null where it has left them. */
function sideLines(was: readonly string[], start: number, changes: readonly Hunk[]): string[] | null {
  if (changes.length === 0) return null;
  const lines: string[] = [];
  let reached = start;
  for (const hunk of changes) {
    lines.push(...was.slice(reached - start, hunk.start - start), ...hunk.lines);
    reached = hunk.end;
  }
  return [...lines, ...was.slice(reached - start)];
}

function linesOfSide(mark: Line['mark'], lines: readonly string[] | null | undefined): Line[] {
  if (lines === null || lines === undefined) return [];
  return lines.length === 0 ? [{ mark, text: '(nothing)' }] : marked(mark, lines);
}

function marked(mark: Line['mark'], lines: readonly string[]): Line[] {
  return lines.map((text) => ({ mark, text }));
}
