// What `npm test` says at its end: failed tests, the slowest files, and each step with its times. The steps' test runners
// leave their results in files.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

/** Where the results are, for one run. */
export const results = join(root, '.cache/test-results');

/** How much of a failed test's message is repeated at the end. */
const FAILURE_LINES = 12;

/** How many of the slowest files are named at the end. */
const SLOWEST_FILES = 10;

function readResults(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The results of every file that Vitest ran, of all steps. */
function vitestFiles() {
  const written = readdirSync(results).filter((file) => file.startsWith('vitest-'));
  return written.flatMap((file) => readResults(file)?.testResults ?? []);
}

/** How many tests passed and failed; a step that failed without a failed test counts as one. */
function totals(outcomes) {
  const browser = readResults('playwright.json')?.stats;
  const tests = vitestFiles().flatMap(({ assertionResults }) => assertionResults);
  const count = (status) => tests.filter((test) => test.status === status).length;
  const passed = count('passed') + (browser?.expected ?? 0);
  const failed = count('failed') + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0);
  const broken = outcomes.filter(({ ok }) => !ok).length;
  return { passed, failed: Math.max(failed, broken) };
}

/** The name of every failed test with the first lines of what it said. */
function failures() {
  const vitest = vitestFiles().flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, said: message }];
    return failed.map((test) => ({
      name: `${file} › ${test.fullName}`,
      said: test.failureMessages.join('\n'),
    }));
  });
  return [...vitest, ...(readResults('playwright.json')?.suites ?? []).flatMap(failedSpecs)];
}

function failedSpecs({ file, specs, suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      name: `${file} › ${title}`,
      said: tests[0]?.results.at(-1)?.error?.message ?? '',
    }));
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** The files that took longest, with their seconds: of unit tests from first to last test, of browser tests summed. */
function slowestFiles() {
  const unit = vitestFiles().map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  const browser = (readResults('playwright.json')?.suites ?? []).map((suite) => ({
    name: `e2e/${suite.file}`,
    seconds: specMilliseconds(suite) / 1000,
  }));
  return [...unit, ...browser].toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
}

function specMilliseconds({ specs, suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + specMilliseconds(suite), own);
}

/**
 * Says how each step ended and which tests failed; returns whether all is well. A step that ran tests has to have passed
 * some.
 */
export function report(outcomes) {
  process.stdout.write('\n');
  // Again at the end, as often only the last lines of a log are seen.
  for (const { name, said } of failures()) {
    const lines = said.split('\n').filter((line) => !line.includes('/node_modules/'));
    const start = lines.slice(0, FAILURE_LINES).join('\n    ');
    process.stdout.write(`FAILED ${name}\n    ${start}\n`);
  }
  for (const { name, seconds } of slowestFiles()) {
    process.stdout.write(`       ${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
  }
  for (const { name, ok, seconds, cpu } of outcomes) {
    const used = cpu === undefined ? '' : `, ${cpu.toFixed(1)} s of CPU`;
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s${used})\n`);
  }
  const { passed, failed } = totals(outcomes);
  if (!outcomes.some(({ runsTests }) => runsTests)) return failed === 0;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0;
}
