// Builds what the sources imply and does not exist yet or is older. `npm run build` makes the
// dashboard, so that no page has to wait for it, `npm run build -- client` the client package.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, pinnedNode } from './install.mjs';
import { exclusively } from './lock.mjs';
import { root } from './root.mjs';
import { runStep } from './run-step.mjs';

// Next reports nothing home, neither in a build nor in what a start becomes.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const CLIENT_STAMP = join(root, 'server/platform/db/generated/stamp');
const DIST = join(root, 'client/dist');
const PACKAGE_STAMP = join(DIST, '.stamp');
const COMMAND_STAMP = join(DIST, 'cli/.stamp');
/** Where `npx whetstone` finds the command line in the checkout. */
const COMMAND_LINK = join(root, 'node_modules/.bin/whetstone');
const NEXT_STAMP = join(root, '.next/whetstone-stamp');

/** What each product is made from; a change to anything below makes it again. */
const CLIENT_SOURCES = ['prisma/schema.prisma', 'scripts/generate.mjs', 'package-lock.json'];
const PACKAGE_SOURCES = [
  'client/src',
  'server/domain/safety',
  'server/domain/moments',
  'client/tsconfig.json',
  'client/package.json',
  'tsconfig.json',
  'scripts/bundle-client.mjs',
  'package-lock.json',
];
const NEXT_SOURCES = [
  'app',
  'components',
  'server',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [full];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !entry.name.includes('.test.') &&
        !/db\/generated|server\/testing/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A digest of the content, so that a fresh checkout or a touched file causes no new build. */
function digest(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow).sort())
    hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function isCurrent(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Makes a product where its stamp does not say that it is made from these sources. */
async function buildOnce(stamp, sources, build) {
  const wanted = digest(sources);
  if (isCurrent(stamp, wanted)) return;
  await exclusively(async () => {
    if (isCurrent(stamp, wanted)) return;
    await build();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  });
}

const LOADED = 'the machine is busy with something else; the step goes on';

/**
 * Generates what of the database clients only the compiler reads (the rest is committed), where it is missing
 * or older than the schema.
 */
export async function buildClientTypes() {
  await buildOnce(CLIENT_STAMP, CLIENT_SOURCES, () =>
    runStep({
      command: [pinnedNode, join(root, 'scripts/generate.mjs')],
      what: 'Generating the types of the database',
      usual: 3,
      ifSlow: LOADED,
      ifFailed: 'correct prisma/schema.prisma',
    }),
  );
}

/** Builds the dashboard where it is missing or older than its sources. */
export async function buildDashboard() {
  await buildOnce(NEXT_STAMP, NEXT_SOURCES, async () => {
    // What a build left behind that was stopped is no help to the next one.
    if (existsSync(NEXT_STAMP)) rmSync(NEXT_STAMP);
    else rmSync(dirname(NEXT_STAMP), { recursive: true, force: true });
    await runStep({
      command: [pinnedNode, join(root, 'node_modules/next/dist/bin/next'), 'build'],
      env: { NODE_ENV: 'production' },
      what: 'Preparing the dashboard',
      usual: 30,
      ifSlow: LOADED,
      ifFailed: 'correct what the build says above, then start again; the API works without the dashboard',
    });
  });
}

/** Bundles the client's command line where it is missing or older than its sources, and has `npx whetstone` find it here. */
export async function buildCommandLine() {
  await buildOnce(COMMAND_STAMP, PACKAGE_SOURCES, () =>
    runStep({
      command: [pinnedNode, join(root, 'scripts/bundle-client.mjs')],
      what: "Bundling the client's command line",
      usual: 1,
      ifSlow: LOADED,
      ifFailed: 'correct what the bundler says above',
    }),
  );
  if (lstatSync(COMMAND_LINK, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  rmSync(COMMAND_LINK, { force: true });
  mkdirSync(dirname(COMMAND_LINK), { recursive: true });
  symlinkSync('../../client/dist/cli/main.js', COMMAND_LINK);
}

/** Builds the client package, its library and its command line, where it is missing or older than its sources. */
export async function buildClientPackage() {
  await buildOnce(PACKAGE_STAMP, PACKAGE_SOURCES, async () => {
    for (const entry of existsSync(DIST) ? readdirSync(DIST) : [])
      if (entry !== 'cli') rmSync(join(DIST, entry), { recursive: true });
    await runStep({
      command: [pinnedNode, join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'client')],
      what: 'Building the client package',
      usual: 3,
      ifSlow: LOADED,
      ifFailed: 'correct what the compiler says above',
    });
  });
  await buildCommandLine();
}

/** Runs the work of a script; what it throws becomes its message and status 1. */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** What to build. `dashboard` is what a gateway asks for when it is first asked for a page: packages are there. */
const BUILDS = {
  dashboard: buildDashboard,
  async client() {
    await installDependencies('test');
    await buildClientPackage();
  },
  async undefined() {
    await installDependencies('run');
    await buildDashboard();
    await buildCommandLine();
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(BUILDS[process.argv[2]]);
