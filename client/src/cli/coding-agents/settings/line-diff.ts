/** The lines in which two texts differ, as `diff -u` shows them, without its numbers. */
import { diffComm } from 'node-diff3';
import { changedLines } from '../../output.ts';

/** Lines that stay begin with a blank, those that go with `-`, new ones with `+`; `…` stands for others that stay. */
export function lineDiff(before: string, after: string): string[] {
  const marked = (mark: '' | '-' | '+', lines: readonly string[] = []) =>
    lines.map((text) => ({ mark, text }));
  const lines = diffComm(linesOf(before), linesOf(after)).flatMap(({ common, buffer1, buffer2 }) => [
    ...marked('', common),
    ...marked('-', buffer1),
    ...marked('+', buffer2),
  ]);
  return changedLines(lines, (mark, text) => `${mark || ' '} ${text}`);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
