// Packs the client for npm: `node scripts/pack-client.mjs [--name @acme/whetstone] [--repository URL] [--to FOLDER]`
// writes a tarball that `npm publish` takes. The name and the address of the sources are the publisher's, and
// are set here alone; the command is `whetstone` under any name.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildClientPackage, runScript } from './build.mjs';
import { installDependencies } from './install.mjs';
import { root } from './root.mjs';

const CLIENT = join(root, 'client');
const COPIED = ['dist', 'CHANGELOG.md'];
/** What npm accepts for a new package. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** Where the README calls the package by its name: in its title, in imports and in npx. */
const NAME_IN_README = /(?<=^# |'|from `|npx )whetstone(?=['`/\s])/gm;

const readManifest = () => JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));

/** package.json as it is published: `scripts` are for the checkout. */
function publishedManifest(name, repository) {
  const { scripts: _, ...manifest } = readManifest();
  const source = { type: 'git', url: repository, directory: 'client' };
  return { ...manifest, name, ...(repository === undefined ? {} : { repository: source }) };
}

/**
 * Packs what `client/dist` holds, as `name` and with `repository` (the address of the sources, a URL; npm derives the
 * home page and the place for bugs from it). Returns the path of the tarball, in the folder `to`.
 * @param {{ name?: string, repository?: string, to: string }} options
 */
export function packClient({ name = readManifest().name, repository, to }) {
  if (!NAME.test(name) || name.length > 214) throw new Error(`${name} is no name that npm accepts`);
  if (repository !== undefined && !URL.canParse(repository))
    throw new Error(`${repository} is no address: --repository https://…`);
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-package-'));
  try {
    for (const each of COPIED) cpSync(join(CLIENT, each), join(folder, each), { recursive: true });
    const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8').replaceAll(NAME_IN_README, name);
    writeFileSync(join(folder, 'README.md'), readme);
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify(publishedManifest(name, repository), null, 2)}\n`,
    );
    mkdirSync(to, { recursive: true });
    const said = execFileSync(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(to)],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    return join(resolve(to), JSON.parse(said)[0].filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const { name, repository, to } = parseArgs({
    options: {
      name: { type: 'string' },
      repository: { type: 'string' },
      to: { type: 'string', default: '.' },
    },
  }).values;
  await installDependencies('test');
  await buildClientPackage();
  process.stdout.write(`${packClient({ name, repository, to })}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(main);
