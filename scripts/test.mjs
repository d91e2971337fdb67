// `npm test`: everything, from a fresh clone. Installs and builds what is missing, then the checks, the tests on both
// databases, and the browser. Every step runs even when an earlier one failed; the last line sums up.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientPackage, buildClients, buildDashboard } from './build.mjs';
import { installDependencies, pinnedNode, root } from './install.mjs';

const results = join(root, '.cache/test-results');

const STEPS = [
  ['lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['file length', ['scripts/check-length.mjs']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']],
  [
    'boundaries',
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'server',
      'worker',
      'app',
      'components',
      'e2e',
      'bench',
      'demo',
      'client',
    ],
  ],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  [
    'unit and integration',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/vitest.json`,
    ],
  ],
  ['browser', ['node_modules/@playwright/test/cli.js', 'test']],
];

function run([name, args]) {
  const started = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawnSync(pinnedNode, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  return { name, ok: child.status === 0, seconds: (Date.now() - started) / 1000 };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** How many tests passed and failed; a step that failed without a failed test counts as one. */
function totals(outcomes) {
  const vitest = readResults('vitest.json');
  const browser = readResults('playwright.json')?.stats;
  const passed = (vitest?.numPassedTests ?? 0) + (browser?.expected ?? 0);
  const failed = (vitest?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0);
  const broken = outcomes.filter(({ ok }) => !ok).length;
  return { passed, failed: Math.max(failed, broken) };
}

installDependencies();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
buildClients();
buildDashboard();
buildClientPackage();
const outcomes = STEPS.map(run);
process.stdout.write('\n');
for (const { name, ok, seconds } of outcomes) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
}
const { passed, failed } = totals(outcomes);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
