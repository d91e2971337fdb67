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
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage } from '../scripts/build.mjs';
import { packClient } from '../scripts/pack-client.mjs';
import { openTestGateway } from '../server/testing/test-gateway.ts';
import { Whetstone } from './src/index.ts';
import { VERSION } from './src/options.ts';
import { callHook, NOTHING, PATIENT, prompted, stopped } from './testing/coding-hook.ts';
import { appendEntries, ClaudeCodeSession, openWork } from './testing/coding-sessions.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(FOLDER, '../node_modules');
const TSC = join(MODULES, 'typescript/bin/tsc');
const ATTW = join(MODULES, '@arethetypeswrong/cli/dist/index.js');

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const manifest = readJson(join(FOLDER, 'package.json'));
const BUNDLED = ['commander', 'fflate', 'jsonc-parser', 'node-diff3'];

/** The version in `>=20.19.0` as one number. */
function oldestNode(range: string): number {
  const [, major, minor = 0] = /^>=(\d+)(?:\.(\d+))?(?:\.\d+)?$/.exec(range) ?? [];
  return Number(major) * 1000 + Number(minor);
}

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

  it('runs on no older Node than what it holds', () => {
    const oldest = oldestNode(manifest.engines.node);
    const ranges = BUNDLED.flatMap(
      (name): string[] => readJson(join(MODULES, name, 'package.json')).engines?.node ?? [],
    );
    expect(ranges.map(oldestNode).filter((needed) => !(needed <= oldest))).toEqual([]);
    // From this version on `require` loads ES modules.
    expect(oldest).toBe(oldestNode('>=20.19.0'));
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

  it('has the version of the gateway', () => {
    expect(manifest.version).toBe(readJson(join(FOLDER, '../package.json')).version);
    expect(readFileSync(join(FOLDER, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${VERSION}`);
  });

  it('is found to be in order by publint', async () => {
    const data = readFileSync(tarball);
    const content = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    expect((await publint({ pack: { tarball: content }, strict: true })).messages).toEqual([]);
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

  it('is loaded by CommonJS with require, with its types', () => {
    write(
      'agent.cts',
      `import learn = require('${NAME}');\nexport const wrong: number = new learn.Whetstone();`,
    );
    expect(compile('agent.cts')).toMatch(/^agent\.cts\(2,14\): error TS2322: Type 'Whetstone' is not/);
    write(
      'agent.cjs',
      `console.log(typeof require('${NAME}').Whetstone, typeof require('${NAME}/openai').whetstoneFetch)`,
    );
    expect(execFileSync(process.execPath, [join(project, 'agent.cjs')], { encoding: 'utf8' })).toBe(
      'function function\n',
    );
  });

  it('has a command that runs from an empty folder and where it is installed', () => {
    const empty = mkdtempSync(join(tmpdir(), 'whetstone-empty-'));
    const help = npm(empty, 'npx', '--yes', `--package=${tarball}`, 'whetstone', '--help');
    expect(help).toContain('Usage: whetstone [options] [command]');
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
    expect(npm(project, 'npx', 'whetstone', '--version')).toBe(`${VERSION}\n`);
  });

  it('has a hook that recalls and records for coding tools', async () => {
    const gateway = await openTestGateway('sqlite');
    const client = new Whetstone({ url: gateway.url });
    const work = openWork();
    const called = {
      program: join(installed, 'dist/cli/coding-agents/hook.js'),
      url: gateway.url,
      options: [PATIENT, '--agent=built'],
    };
    const recalled = await callHook(work, prompted('Fix the cart'), called);
    const session = new ClaudeCodeSession(work.session, Date.now(), 1);
    appendEntries(work, [session.prompt('Fix the cart'), session.says('Fixed.')]);
    const recorded = await callHook(work, stopped({ last_assistant_message: 'Fixed.' }), called);
    expect([recalled.ended, recorded.ended]).toEqual([NOTHING, NOTHING]);
    const episodes = () => client.call('listEpisodes', { query: { agent_id: 'built' } });
    await expect.poll(episodes, { timeout: 20_000 }).toMatchObject([{ task: 'Fix the cart' }]);
    work.remove();
    await gateway.close();
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
