/** The lines in which two texts differ, as `diff -u` shows them, without its numbers. */

const CONTEXT = 2;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/** Lines that stay begin with a blank, those that go with `-`, new ones with `+`; `…` stands for others that stay. */
export function lineDiff(before: string, after: string): string[] {
  const lines = diffLines(linesOf(before), linesOf(after));
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' ');
  const shown: string[] = [];
  for (const [at, { sign, text }] of lines.entries()) {
    if (isNear(at)) shown.push(`${sign} ${text}`.trimEnd());
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return shown;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** By the longest common subsequence; settings are short. */
function diffMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const common = commonLengths(before, after);
  const length = (i: number, j: number) => common[i]?.[j] ?? 0;
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [gone, come] = [before[i], after[j]];
    if (gone !== undefined && gone === come) {
      lines.push({ sign: ' ', text: gone });
      i += 1;
      j += 1;
    } else if (gone !== undefined && (come === undefined || length(i + 1, j) >= length(i, j + 1))) {
      lines.push({ sign: '-', text: gone });
      i += 1;
    } else {
      lines.push({ sign: '+', text: come ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** At `[i][j]`: how many lines the ends of both, from `i` and `j` on, have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [row, next] = [lengths[i] ?? [], lengths[i + 1] ?? []];
      row[j] = before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
