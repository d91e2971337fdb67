/** What is taken for the result of tests, and for a correction. A wrong answer here teaches something wrong. */
import { describe, expect, it } from 'vitest';
import { testResult } from '../episode.ts';
import { isCorrection } from '../record-session.ts';
import { newTurn, type TurnCall } from './turn.ts';

const ran = (command: string, exitCode: number | null): TurnCall => ({
  ...{ name: 'Bash', arguments: { command }, result: '', error: null },
  ...{ command, exitCode, editsFiles: false },
});

const edited: TurnCall = { ...ran('', null), name: 'Edit', command: null, editsFiles: true };

const resultOf = (...calls: TurnCall[]) =>
  testResult({ ...newTurn('t', 'p', 0, null), calls })?.passed ?? null;

describe('the result of tests', () => {
  it.each([
    'npm test',
    'npx vitest run cart.test.ts',
    'python -m pytest -q',
    'CI=1 go test ./...',
    'uv run pytest 2>&1',
    'cd server && npm test',
  ])('is the exit code of %s', (command) => {
    expect(resultOf(ran(command, 0))).toBe(true);
    expect(resultOf(ran(command, 1))).toBe(false);
  });

  it.each([
    'npm test | tail -5',
    'npm test || true',
    'npm test; echo done',
    'npm test &',
    'grep -r pytest .',
    'npm run test-data',
    'git commit -m "npm test"',
  ])('is not known from %s', (command) => {
    expect([resultOf(ran(command, 0)), resultOf(ran(command, 1))]).toEqual([null, null]);
  });

  it('is known where a chain passes, and not where something else in it may have failed', () => {
    expect(resultOf(ran('npm run build && npm test && git push', 0))).toBe(true);
    expect(resultOf(ran('npm run build && npm test', 1))).toBe(null);
    expect(resultOf(ran('npm test && git push', 1))).toBe(null);
  });

  it('is that of the last run, and none where a file was changed after it or the code is unknown', () => {
    expect(resultOf(ran('npm test', 1), edited, ran('npm test', 0))).toBe(true);
    expect(resultOf(ran('npm test', 0), edited)).toBe(null);
    expect(resultOf(edited, ran('npm test', 1), ran('git status', 0))).toBe(false);
    expect(resultOf(ran('npm test', null))).toBe(null);
  });
});

describe('a correction', () => {
  it.each([
    'No, use the other function',
    "That's wrong: the total is in cents",
    'that is not what I asked for',
    'Still failing with the same error',
    'Please revert that and try again',
    'It doesn’t work',
    'wrong file',
  ])('is %s', (prompt) => {
    expect(isCorrection(prompt)).toBe(true);
  });

  it.each([
    'Now add a test',
    'No problem, go on',
    'Revert commit 1a2b3c in the release branch',
    'Is that wrong?',
    'The button is broken on Safari, find out why',
    'I wonder whether this scales',
    '',
  ])('is not %s', (prompt) => {
    expect(isCorrection(prompt)).toBe(false);
  });
});
