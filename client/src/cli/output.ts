/**
 * Where results go: words on a terminal, JSON for a program. Errors and progress go to the error output,
 * always.
 */
import { stripVTControlCharacters } from 'node:util';
import { InvalidArgumentError } from 'commander';
import { structuredPatch } from 'diff';
import type { WhetstoneError } from '../errors.ts';

export interface Output {
  readonly isHuman: boolean;
  /** Prints the result: `human` on a terminal, `value` as JSON otherwise. */
  result(value: unknown, human: () => string): void;
  /** Tells a person something that is no result. */
  note(text: string): void;
}

interface Streams {
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown };
}

/** Text without what a terminal would obey: what others wrote must not steer the reader's screen. */
function harmless(text: string): string {
  return Array.from(stripVTControlCharacters(text), (char) => (isControl(char) ? '\uFFFD' : char)).join('');
}

function isControl(char: string): boolean {
  const code = char.charCodeAt(0);
  return (code < 0x20 && char !== '\n' && char !== '\t') || (code >= 0x7f && code < 0xa0);
}

export function outputTo({ stdout, stderr }: Streams, json: boolean): Output {
  const isHuman = !json && stdout.isTTY === true;
  return {
    isHuman,
    result(value, human) {
      stdout.write(isHuman ? `${harmless(human())}\n` : `${JSON.stringify(value, null, 2)}\n`);
    },
    note(text) {
      stderr.write(`${harmless(text)}\n`);
    },
  };
}

/** Columns as wide as their longest cell; a cell is one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The lines in which two texts differ, with two around them: `-` before those that go, `+` before new ones, `…` for others. */
export function lineDiff(before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 2 });
  return hunks.flatMap(({ oldStart, lines }) => [
    ...(oldStart > 1 ? ['…'] : []),
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => `${line.slice(0, 1)} ${line.slice(1)}`.trimEnd()),
  ]);
}

/** `1 memory`, `2 memories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A share from 0 to 1, where it is known. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

/** What the command's exit code says to a script. Documented in the README and in `whetstone --help`. */
export const EXIT = {
  ok: 0,
  /** The gateway refused, or part of the work could not be done. */
  failed: 1,
  /** The command line means nothing. */
  usage: 2,
  /** The gateway does not answer. */
  unreachable: 3,
  /** The key is missing, unknown or lacks a scope. */
  denied: 4,
  /** `--check` found a difference. */
  differs: 5,
} as const;

export function toExitCode({ kind, status }: WhetstoneError): number {
  if (status === 401 || status === 403) return EXIT.denied;
  if (kind === 'invalid') return EXIT.usage;
  const isSilent = kind === 'network' || kind === 'timeout' || kind === 'malformed';
  return isSilent ? EXIT.unreachable : EXIT.failed;
}

/** Options that are numbers: a wrong one is an error of the command line, told before anything is sent. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number of 0 or more.');
  return Number(text);
}
