// Bundles the client's command line with the packages and the gateway's rules of redaction that it uses, so that who
// installs the client installs nothing else, and who has started the gateway once can call it in the checkout. Run by
// scripts/build.mjs.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { IBAN_LENGTHS } from '../server/domain/safety/personal-data/iban-lengths.ts';
import { root } from './root.mjs';

const SOURCE = join(root, 'client/src/cli');
const BUNDLE = join(root, 'client/dist/cli');
const LICENSES = join(BUNDLE, 'THIRD-PARTY-LICENSES.txt');

/** What is started as a program of its own, and what opencode loads. They find files beside themselves, and so keep their places. */
const PROGRAMS = {
  main: join(SOURCE, 'main.ts'),
  'coding-agents/hook': join(SOURCE, 'coding-agents/hook.ts'),
  'coding-agents/opencode-plugin': join(SOURCE, 'coding-agents/opencode-plugin.ts'),
};

/** The packages that modules come from, sorted. */
function packagesOf(modules) {
  const folder = join(root, 'node_modules') + sep;
  const names = modules
    .filter((file) => file.startsWith(folder))
    .map((file) => relative(folder, file).split(sep))
    .map(([first, second]) => (first.startsWith('@') ? `${first}/${second}` : first));
  return [...new Set(names)].sort();
}

/** A package's name, version and license, which has to go with every copy of it. */
function licenseOf(name) {
  const folder = join(root, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md'].find((each) => existsSync(join(folder, each)));
  if (file === undefined) throw new Error(`${name} has no license to go with its copy`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** The numbers of the IBAN registry instead of the package that has them: it would add 45 kB to each start of the hook. */
const ibanLengths = {
  name: 'iban-lengths',
  load: (file) =>
    file === join(root, 'server/domain/safety/personal-data/iban-lengths.ts')
      ? `export const IBAN_LENGTHS = new Map(${JSON.stringify([...IBAN_LENGTHS])});`
      : null,
};

/** One file for each program: a coding tool waits for the hook's start. */
async function bundleProgram([name, input]) {
  // jsonc-parser's `main` loads its parts in a way that no bundler can follow.
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [ibanLengths],
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await bundle.write({
    file: join(BUNDLE, `${name}.js`),
    format: 'esm',
    codeSplitting: false,
    minify: { mangle: false },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

rmSync(BUNDLE, { recursive: true, force: true });
const modules = (await Promise.all(Object.entries(PROGRAMS).map(bundleProgram))).flat();
chmodSync(join(BUNDLE, 'main.js'), 0o755);
writeFileSync(LICENSES, packagesOf(modules).map(licenseOf).join('\n---\n\n'));
