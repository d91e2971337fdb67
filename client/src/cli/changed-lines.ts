/** The lines of a diff that are shown: the changed ones, with the lines around them. */

const CONTEXT = 2;

/** Each line begins with its mark, which is empty where the line stays; `…` stands for other lines that stay. */
export function changedLines<Mark extends string>(
  lines: readonly { mark: Mark; text: string }[],
  shown: (mark: Mark, text: string) => string,
): string[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== '');
  const near: string[] = [];
  for (const [at, { mark, text }] of lines.entries()) {
    if (isNear(at)) near.push(shown(mark, text).trimEnd());
    else if (near.at(-1) !== '…') near.push('…');
  }
  return near;
}
