import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { compileGlob, compilePathGlob, matchesGlob } from './glob.ts';
import { type CallMoment, matchesAny, matchesEverything } from './match.ts';
import type { Condition } from './trigger.ts';

/** What a glob means, written as its definition: tries every split, whatever it costs. */
function naive(glob: string, text: string, isPath: boolean): boolean {
  if (glob === '') return text === '';
  if (isPath && /^\*\*+\//.test(glob)) {
    const rest = glob.replace(/^\*\*+\//, '');
    const folders = [0, ...[...text.matchAll(/\//g)].map(({ index }) => index + 1)];
    return folders.some((from) => naiveInFolder(rest, text.slice(from), isPath));
  }
  return naiveInFolder(glob, text, isPath);
}

function naiveInFolder(glob: string, text: string, isPath: boolean): boolean {
  if (glob === '') return text === '';
  if (isPath && /^\*\*+\//.test(glob)) return naive(glob, text, isPath);
  const stars = /^\*+/.exec(glob)?.[0] ?? '';
  if (stars !== '') {
    const stop = isPath && stars.length === 1 ? `${text}/`.indexOf('/') : text.length;
    const ends = Array.from({ length: stop + 1 }, (_, end) => end);
    return ends.some((end) => naiveTail(glob.slice(stars.length), text.slice(end), isPath));
  }
  if (text === '' || !meansSign(glob[0], text[0], isPath)) return false;
  const next = glob[0] === '/' ? naive : naiveTail;
  return next(glob.slice(1), text.slice(1), isPath);
}

function meansSign(sign: string | undefined, character: string | undefined, isPath: boolean): boolean {
  return sign === '?' ? !(isPath && character === '/') : sign === character;
}

/** Behind something that is no slash, so that `**` with a slash stands for any characters and a slash. */
function naiveTail(glob: string, text: string, isPath: boolean): boolean {
  if (!isPath || !/^\*\*+\//.test(glob)) return naiveInFolder(glob, text, isPath);
  const rest = glob.replace(/^\*\*+/, '');
  return Array.from({ length: text.length + 1 }, (_, end) => end).some((end) =>
    naiveInFolder(rest, text.slice(end), isPath),
  );
}

const PIECE = fc.constantFrom('a', 'b', '/', '*', '**', '?', '**/', '.', '(', '[a]', '\\');
/** Also behind enough signs that a glob has a second word of bits. */
const GLOB = fc
  .tuple(fc.constantFrom('', '?'.repeat(30)), fc.array(PIECE, { minLength: 1, maxLength: 7 }))
  .map(([before, pieces]) => before + pieces.join(''));
const TEXT = fc
  .tuple(
    fc.constantFrom('', 'x'.repeat(30)),
    fc.array(fc.constantFrom('a', 'b', '/', '.', '(', '?', '*'), { maxLength: 9 }),
  )
  .map(([before, signs]) => before + signs.join(''));

const matches = (condition: Condition, moment: CallMoment) => matchesAny([condition], moment);
const call = (name: string, args: unknown = {}, lastError?: string): CallMoment => ({
  tool: { name, arguments: args },
  lastError,
});

describe('globs', () => {
  it('mean what a naive reading of them says', () => {
    fc.assert(
      fc.property(GLOB, TEXT, (glob, text) => {
        expect(matchesGlob(compileGlob(glob), text)).toBe(naive(glob, text, false));
        const path = glob.replaceAll('\\', '/');
        const rooted = /^(?:\/|\*\*)/.test(path) ? path : `**/${path}`;
        expect(matchesGlob(compilePathGlob(glob), text)).toBe(naive(rooted, text, true));
      }),
      { numRuns: cases(5000) },
    );
  });
});

describe('conditions', () => {
  it('match by every field that they have', () => {
    const push = { tool: 'Bash', command: 'git push*' };
    expect(matches(push, call('Bash', { command: 'git push --force' }))).toBe(true);
    expect(matches(push, call('Bash', { command: 'echo git push' }))).toBe(false);
    expect(matches(push, call('bash_tool', { command: 'git push' }))).toBe(false);
    expect(matches(push, call('Bash'))).toBe(false);
  });

  it.each([
    ['migrations/**', '/home/u/shop/migrations/2024/1.sql', true],
    ['migrations/*', '/home/u/shop/migrations/2024/1.sql', false],
    ['*.sql', 'db/1.sql', true],
    ['/etc/**', '/srv/etc/hosts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'C:\\work\\src\\a.ts', true],
  ])('find %s in %s: %s', (glob, path, expected) => {
    for (const args of [
      { file_path: path },
      { filePath: path },
      { paths: ['x', path] },
      { notebook_path: path },
    ]) {
      expect(matches({ path: glob }, call('Edit', args))).toBe(expected);
    }
  });

  it('compare the value of an argument, and an error anywhere in its text', () => {
    const refund = { argument: { name: 'amount', value: '0' } };
    expect(matches(refund, call('refund', { amount: 0 }))).toBe(true);
    expect(matches(refund, call('refund', '{"amount": 0}'))).toBe(true);
    expect(matches(refund, call('refund', { amount: 10 }))).toBe(false);
    expect(matches(refund, call('refund', '{"amount"'))).toBe(false);
    expect(matches({ error: 'nothing ?aptured' }, call('refund', {}, '409: nothing captured yet'))).toBe(
      true,
    );
    expect(matches({ error: '*' }, call('refund'))).toBe(false);
  });

  it('never read what an object inherits', () => {
    expect(matches({ argument: { name: 'constructor', value: '*' } }, call('refund', {}))).toBe(false);
  });

  it.each([
    [{ tool: '*' }, true],
    [{ argument: { name: 'command', value: '*' } }, true],
    [{ tool: 'Bash' }, false],
    [{ tool: '*', path: '*.sql' }, false],
  ])('of %j match nearly everything: %s', (condition, expected) => {
    expect(matchesEverything(condition)).toBe(expected);
  });
});
