/** The package as its publisher packs it and others install it: what is in it, what it needs, and how it is loaded. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage } from '../scripts/build.mjs';
import { packClient } from '../scripts/pack-client.mjs';
import { VERSION } from './src/options.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(FOLDER, '../node_modules');
const TSC = join(MODULES, 'typescript/bin/tsc');
const ATTW = join(MODULES, '@arethetypeswrong/cli/dist/index.js');

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const manifest = readJson(join(FOLDER, 'package.json'));
const BUNDLED = ['commander', 'diff', 'fflate', 'jsonc-parser'];

/** The package as it is published, installed in a folder with nothing else and without a registry. */
describe('the published package', () => {
  const NAME = '@acme/learn';
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'whetstone-installed-')));
  const installed = join(project, 'node_modules', NAME);
  const read = (file: string) => readFileSync(join(installed, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(project, file), text);
  let tarball = '';

  /** With a cache of its own and no registry: what is not in the tarball is not there. */
  const npm = (cwd: string, command: 'npm' | 'npx', ...args: string[]) =>
    execFileSync(command, ['--offline', '--cache', join(project, '.npm'), ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  /** Has the project find a package of the checkout under this name. */
  function link(name: string, from: string): void {
    const path = join(project, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    symlinkSync(join(MODULES, from), path);
  }

  /** What the compiler says of a file here. */
  function compile(file: string): string {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', types: [] },
      ...{ module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023', 'dom'] },
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    return spawnSync(process.execPath, [TSC, '-p', project], { cwd: project, encoding: 'utf8' }).stdout;
  }

  beforeAll(async () => {
    await buildClientPackage();
    tarball = packClient({ name: NAME, repository: 'https://git.example/acme/learn', to: project });
    write('package.json', '{ "private": true }');
    npm(project, 'npm', 'install', '--no-audit', tarball);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  it('holds the library, the command, its licenses and its documents, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(installed, join(parentPath, name)));
    const [library, command] = [/^dist\/(?!cli\/)[\w/-]+(\.js|\.d\.ts)$/, /^dist\/cli\/[\w/-]+\.js$/];
    expect(files.filter((file) => !library.test(file) && !command.test(file)).sort()).toEqual([
      'CHANGELOG.md',
      'README.md',
      'dist/cli/THIRD-PARTY-LICENSES.txt',
      'package.json',
    ]);
    const unpacked = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    expect(unpacked).toBeLessThan(700_000);
  });

  it('needs no other package, and names those that it holds with their licenses', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@acme',
    ]);
    expect(manifest.dependencies).toBeUndefined();
    const root = readJson(join(FOLDER, '../package.json'));
    const named = read('dist/cli/THIRD-PARTY-LICENSES.txt').matchAll(/^([\w@/-]+) (\d+\.\d+\.\d+)$/gm);
    const bundled = Object.fromEntries(Array.from(named, ([, name = '', version = '']) => [name, version]));
    expect(Object.keys(bundled)).toEqual(BUNDLED);
    expect(root.dependencies).toMatchObject(bundled);
  });

  it('is called as its publisher says, wherever it names itself', () => {
    expect(manifest.version).toBe(VERSION);
    expect(readJson(join(installed, 'package.json'))).toMatchObject({
      name: NAME,
      version: VERSION,
      repository: { url: 'https://git.example/acme/learn', directory: 'client' },
      publishConfig: { access: 'public', provenance: true },
    });
    const readme = read('README.md');
    for (const said of [`# ${NAME}\n`, `from '${NAME}'`, `from \`${NAME}/ai-sdk\``, `npx ${NAME} `])
      expect(readme).toContain(said);
    expect(readme).not.toMatch(/from ['`]whetstone|npx whetstone/);
    expect(() => packClient({ name: 'Not A Name', to: project })).toThrow('no name that npm accepts');
    expect(() => packClient({ repository: 'nowhere', to: project })).toThrow('is no address');
  });

  it('has types that are found wherever the code is found: arethetypeswrong', () => {
    // The profile leaves out TypeScript's oldest resolution, which knows no `exports`, and the warning that `require` does
    // not load ES modules, which it does on the Node that this package needs.
    const args = [ATTW, tarball, '--profile', 'esm-only', '--format', 'json'];
    const checked = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const { analysis, problems } = JSON.parse(checked.stdout);
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(manifest.exports));
    const kinds = Object.keys(problems ?? {});
    expect({ code: checked.status, kinds }).toEqual({ code: 0, kinds: ['CJSResolvesToESM', 'NoResolution'] });
  });

  it('has a command that runs from an empty folder and where it is installed', () => {
    const empty = mkdtempSync(join(tmpdir(), 'whetstone-empty-'));
    const help = npm(empty, 'npx', '--yes', `--package=${tarball}`, 'whetstone', '--help');
    expect(help).toContain('Usage: whetstone [options] [command]');
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
    expect(npm(project, 'npx', 'whetstone', '--version')).toBe(`${VERSION}\n`);
  });

  it.each([
    { version: 7, sdk: 'ai', provider: '@ai-sdk/openai' },
    { version: 6, sdk: 'ai6', provider: 'ai-sdk-openai3' },
  ])('has types that fit the AI SDK $version, and say what a recall is', ({ sdk, provider }) => {
    link('ai', sdk);
    link('@ai-sdk/openai', provider);
    write(
      'agent.mts',
      `import { createOpenAI } from '@ai-sdk/openai';
       import { wrapLanguageModel } from 'ai';
       import { Whetstone } from '${NAME}';
       import { whetstoneMiddleware } from '${NAME}/ai-sdk';
       const client = new Whetstone();
       export const model = wrapLanguageModel({ model: createOpenAI().chat('m'), middleware: whetstoneMiddleware({ client }) });
       export const wrong: number = (await client.recall('task')).instructions;`,
    );
    expect(compile('agent.mts')).toMatch(
      /^agent\.mts\(7,21\): error TS2322: Type 'string' is not assignable to type 'number'[^\n]*\n$/,
    );
  });
});
