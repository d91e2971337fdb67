// `npm test`: the checks, the tests on both databases, and the browser, from a fresh clone. Installs and builds what is
// missing. Every step runs even when an earlier one failed; the last lines say where the time went: the slowest files,
// and each step with its seconds and its CPU time, which depends less on what else the machine does. The checks run beside
// each other and beside the build of the dashboard: some of them use one core, others all.
//
// `node scripts/test.mjs <step>…` runs the named steps alone. What follows the names goes to the test runner:
// `node scripts/test.mjs unit server/audit`.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildClientPackage, buildClientTypes, buildDashboard, runScript } from './build.mjs';
import { installDependencies, pinnedNode } from './install.mjs';
import { root } from './root.mjs';
import { report, results } from './test-report.mjs';

/** Tests start hundreds of processes: each of them takes from here what one before it has compiled. */
const COMPILED = join(root, '.cache/compiled');

/** How many times the usual number of cases `fuzz` tries, and how long one test may then take. */
const FUZZ_EFFORT = 10;
const FUZZ_TIMEOUT_MS = 600_000;

const PROPERTY_TESTS = "from 'fast-check'";
const QUEUE_TESTS = ['server/jobs', 'server/testing/jobs', 'worker/stopping.test.ts'];

const PROGRAMS = ['server', 'worker', 'app', 'components', 'e2e', 'lab', 'client'];

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const TYPESCRIPT = 'node_modules/typescript/bin/tsc';
const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const KNIP = 'node_modules/knip/bin/knip.js';
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/** What a step's test runner prints, and the file that its failures and times are read from in the end. */
const reports = (step) => [
  ...['--reporter=default', '--reporter=json'],
  `--outputFile.json=${results}/vitest-${step}.json`,
];

const nothing = () => [];
const code = () => [buildClientTypes, buildClientPackage];
const product = () => [buildClientTypes, buildDashboard, buildClientPackage];

/** Where Debian's packages of PostgreSQL are, a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';

/** The oldest PostgreSQL that is supported and installed here; undefined without any. */
const oldestPostgresql = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .map(Number)
  .toSorted((a, b) => a - b)
  .find((version) => version >= 15 && existsSync(join(DEBIAN, String(version), 'bin/postgres')));

/** What each step runs, given the arguments after the steps' names, and what has to be built before. */
const STEPS = {
  lint: { command: () => [BIOME, 'check', '--error-on-warnings', '.'], needs: nothing },
  length: { command: () => ['scripts/check-length.mjs'], needs: nothing },
  types: { command: () => [TYPESCRIPT, '--noEmit', '-p', '.'], needs: code },
  boundaries: { command: () => [CRUISER, '--config', '.dependency-cruiser.mjs', ...PROGRAMS], needs: code },
  unused: { command: () => [KNIP, '--no-progress'], needs: code },
  unit: {
    // A file that is named runs wherever it belongs.
    command: (rest) => [
      ...[VITEST, 'run', ...reports('unit')],
      ...(rest.length > 0 ? rest : ['--project=!release']),
    ],
    // Few tests start a gateway with its dashboard; anyone who runs one file should not wait for a build.
    needs: (rest) => (rest.length === 0 ? product() : code()),
    runsTests: true,
  },
  e2e: { command: (rest) => [PLAYWRIGHT, 'test', ...rest], needs: product, runsTests: true },
};

/** Not part of `npm test`: long tests of whole programs. CI runs some of them after it. */
const RELEASE = {
  command: (rest) => [VITEST, 'run', ...reports('release'), '--project=release', ...rest],
  needs: product,
  runsTests: true,
};

/** Beside `release`, where an older PostgreSQL is installed: the other steps use the newest. */
const OLDEST =
  oldestPostgresql === undefined
    ? {}
    : {
        oldest: {
          command: (rest) => [VITEST, 'run', ...reports('oldest'), ...(rest.length > 0 ? rest : QUEUE_TESTS)],
          needs: code,
          runsTests: true,
          environment: () => ({ TEST_POSTGRESQL: join(DEBIAN, String(oldestPostgresql)) }),
        },
      };

/** Beside `release`: PostgreSQL for the tests that run on SQLite alone otherwise. */
const POSTGRESQL = {
  command: (rest) =>
    runFiles(rest, String.raw`describe(OnOne|WithModelOnOne|Gateway)\(`, reports('postgresql')),
  needs: code,
  runsTests: true,
  environment: () => ({ TEST_DIALECT: 'postgresql', TEST_EFFORT: '1' }),
};

/** The same for the tests of the browser, with the lists of a large tenant. */
const PAGES = {
  command: (rest) => [PLAYWRIGHT, 'test', ...rest],
  needs: product,
  environment: POSTGRESQL.environment,
  runsTests: true,
};

/** Beside `release`: all cases of the property tests, of which `npm test` tries a fifth. */
const PROPERTIES = {
  command: (rest) => runFiles(rest, PROPERTY_TESTS, reports('properties')),
  needs: code,
  runsTests: true,
  environment: () => ({ TEST_EFFORT: '1' }),
};

const BESIDE_RELEASE = { postgresql: POSTGRESQL, properties: PROPERTIES, pages: PAGES, ...OLDEST };

/** Not part of `npm test`, which tries the same cases every time. */
const FUZZ = {
  command: (rest) => runFiles(rest, PROPERTY_TESTS, [...reports('fuzz'), `--testTimeout=${FUZZ_TIMEOUT_MS}`]),
  needs: code,
  runsTests: true,
  environment: newSeed,
};

/** Not part of `npm test` either, whose tests try some of each. */
const LONG_RUNS = {
  faults: { command: (rest) => ['lab/faults/main.ts', ...rest], needs: code },
  hostile: { command: (rest) => ['lab/hostile/main.ts', ...rest], needs: code },
  clients: { command: (rest) => ['lab/real-clients/main.ts', ...rest], needs: code },
  sdks: { command: (rest) => ['lab/real-sdks/main.ts', ...rest], needs: code },
  models: { command: (rest) => ['lab/real-models/main.ts', ...rest], needs: code },
};

/** Steps that only read the sources. */
const CHECKS = ['lint', 'length', 'types', 'boundaries', 'unused'];

const KNOWN = { ...STEPS, ...LONG_RUNS, release: RELEASE, ...BESIDE_RELEASE, fuzz: FUZZ };

/** Runs the given test files; without any, those in which the pattern is found. */
function runFiles(given, pattern, options) {
  const args = ['grep', '-lE', '--untracked', pattern, '--', '*.test.ts', '*.test.tsx'];
  const found = () => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return [VITEST, 'run', ...options, ...(given.length > 0 ? given : found())];
}

/** Another seed for every run, printed so that a run that failed can be repeated. */
function newSeed() {
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  process.stdout.write(`seed ${seed}; repeat this run with TEST_SEED=${seed} npm run test:fuzz\n`);
  return { TEST_SEED: seed, TEST_EFFORT: String(FUZZ_EFFORT) };
}

/** The steps that the command line names, all of `npm test` where it names none, and what follows them. */
function readArguments(given) {
  const end = given.findIndex((word) => !Object.hasOwn(KNOWN, word));
  const names = end === -1 ? given : given.slice(0, end);
  const rest = end === -1 ? [] : given.slice(end);
  if (names.length === 0 && rest.length > 0) {
    throw new Error(`unknown step ${rest[0]}; there are: ${Object.keys(KNOWN).join(', ')}`);
  }
  if (names.join() === 'release' && rest.length === 0) names.push(...Object.keys(BESIDE_RELEASE));
  return { names: names.length > 0 ? names : Object.keys(STEPS), rest };
}

/** The unit in which Linux counts CPU time. */
const TICKS_PER_SECOND = 100;

/** Where the CPU time of ended children, of the user and of the system, stands behind the name in /proc/self/stat. */
const CHILDREN_TIMES = [13, 15];

/** The CPU seconds of the ended children of this process, and of theirs; undefined where the system does not say. */
function childrenSeconds() {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(...CHILDREN_TIMES).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

/** Does the work and returns its value, its seconds and its CPU seconds. */
async function timed(work) {
  const started = Date.now();
  const before = childrenSeconds();
  const value = await work();
  const after = childrenSeconds();
  const cpu = before === undefined || after === undefined ? undefined : after - before;
  return { value, seconds: (Date.now() - started) / 1000, cpu };
}

/** Runs a step's command; prints what it says at once, or after its end where others run beside it. */
async function run(name, rest, beside = false) {
  const { command, environment = () => ({}) } = KNOWN[name];
  const title = `\n── ${name}\n`;
  if (!beside) process.stdout.write(title);
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(pinnedNode, command(rest), {
    cwd: root,
    stdio: ['ignore', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'],
    env: { ...inherited, NODE_COMPILE_CACHE: COMPILED, ...environment() },
  });
  const output = beside ? Promise.all([text(child.stdout), text(child.stderr)]) : [];
  const [status] = await once(child, 'close');
  if (beside) process.stdout.write(title + (await output).join(''));
  return status === 0;
}

async function build(names, rest, among = () => true) {
  const needed = new Set(names.flatMap((name) => KNOWN[name].needs(rest)));
  for (const step of needed) if (among(step)) await step();
  return true;
}

async function main() {
  const { names, rest } = readArguments(process.argv.slice(2));
  await installDependencies('test');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const outcomes = [];
  const step = async (name, work) => {
    const { value: ok, ...times } = await timed(work);
    outcomes.push({ name, ok, runsTests: KNOWN[name]?.runsTests === true, ...times });
  };
  const checks = names.filter((name) => CHECKS.includes(name));
  await step('code', () => build(names, rest, (one) => one !== buildDashboard));
  await step('dashboard and checks', async () => {
    await Promise.all([
      build(names, rest, (one) => one === buildDashboard),
      ...checks.map((name) => step(name, () => run(name, rest, true))),
    ]);
    return true;
  });
  // Their CPU seconds are those of whatever ran beside them too.
  for (const outcome of outcomes) if (checks.includes(outcome.name)) delete outcome.cpu;
  for (const name of names) if (!checks.includes(name)) await step(name, () => run(name, rest));
  process.exit(report(outcomes) ? 0 : 1);
}

await runScript(main);
