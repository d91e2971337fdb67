/** The package as others install it: what is in it, what it needs, and that it says what the gateway says. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage } from '../scripts/build.mjs';
import { clientTypes, redactionFiles } from '../scripts/generate-client.mjs';
import { openTestGateway } from '../server/testing/test-gateway.ts';
import { VERSION } from './src/options.ts';
import { runNode } from './testing/agent-process.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(FOLDER, 'dist');

const TSC = join(FOLDER, '../node_modules/typescript/bin/tsc');

const filesBelow = (folder: string) =>
  readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]s$/.test(file),
  );

const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));

describe('the types of the client', () => {
  it('are those of the OpenAPI document (else: node scripts/generate-client.mjs)', async () => {
    expect(readFileSync(join(FOLDER, 'src/generated/api.ts'), 'utf8')).toBe(await clientTypes());
  });
});

describe('the rules of redaction in the client', () => {
  it.each([...redactionFiles()])(
    'are those of the gateway: %s (else: node scripts/generate-client.mjs)',
    (path, text) => {
      expect(readFileSync(join(FOLDER, 'src/generated', path), 'utf8')).toBe(text);
    },
  );
});

describe('the package', () => {
  beforeAll(() => buildClientPackage());

  it('holds the built library, the command and the README, and nothing else', () => {
    const packed = execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], {
      cwd: FOLDER,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ name, version, files }] = JSON.parse(packed);
    expect({ name, version }).toEqual({ name: 'whetstone', version: VERSION });
    const sources = filesBelow('src').filter((file) => !file.endsWith('.test.ts'));
    const built = sources.flatMap((file) => [file.replace(/ts$/, 'js'), file.replace(/ts$/, 'd.ts')]);
    expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['README.md', 'package.json', ...built.map((file) => `dist/${file}`)].sort(),
    );
    expect(readFileSync(join(DIST, 'cli/main.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('is pinned to what the gateway is tested with', () => {
    const root = JSON.parse(readFileSync(join(FOLDER, '../package.json'), 'utf8'));
    expect(manifest.version).toBe(root.version);
    expect(root.devDependencies).toMatchObject(manifest.dependencies);
  });

  it('has a library that imports nothing but itself', () => {
    const library = filesBelow('dist').filter((file) => file.endsWith('.js') && !file.startsWith('cli/'));
    const imported = library.flatMap((file) =>
      Array.from(
        readFileSync(join(DIST, file), 'utf8').matchAll(/(?:from|import\() ?['"]([^'"]+)['"]/g),
        ([, name]) => name,
      ),
    );
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((name) => !/^\.\.?\/[\w/-]+\.js$/.test(name ?? ''))).toEqual([]);
  });

  it.each([
    { version: 7, sdk: 'ai', provider: '@ai-sdk/openai' },
    { version: 6, sdk: 'ai6', provider: 'ai-sdk-openai3' },
  ])('has types that fit the AI SDK $version, and say what a recall is', ({ sdk, provider }) => {
    const project = mkdtempSync(join(FOLDER, 'dist/consumer-'));
    const installed = (name: string) => [join(FOLDER, '../node_modules', name)];
    const paths = {
      ai: installed(sdk),
      '@ai-sdk/openai': installed(provider),
      whetstone: [join(DIST, 'index.d.ts')],
      'whetstone/ai-sdk': [join(DIST, 'adapters/ai-sdk.d.ts')],
    };
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', types: [] },
      ...{ module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023', 'dom'], paths },
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['agent.ts'] }));
    writeFileSync(
      join(project, 'agent.ts'),
      `import { createOpenAI } from '@ai-sdk/openai';
       import { wrapLanguageModel } from 'ai';
       import { Whetstone } from 'whetstone';
       import { whetstoneMiddleware } from 'whetstone/ai-sdk';
       const client = new Whetstone();
       export const model = wrapLanguageModel({ model: createOpenAI().chat('m'), middleware: whetstoneMiddleware({ client }) });
       export const wrong: number = (await client.recall('task')).instructions;`,
    );
    const checked = spawnSync(process.execPath, [TSC, '-p', project], { encoding: 'utf8' });
    rmSync(project, { recursive: true });
    expect(checked.stdout.trim().split('\n')).toEqual([
      expect.stringContaining(
        "agent.ts(7,21): error TS2322: Type 'string' is not assignable to type 'number'",
      ),
    ]);
  });

  it('runs with the web’s own globals alone, as at the edge or in a browser', async () => {
    const gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
    const program = `
      import vm from 'node:vm';
      import { readFileSync } from 'node:fs';
      const globals = { fetch, AbortController, URL, URLSearchParams, TextEncoder, TextDecoder, ReadableStream, Response,
        crypto, performance, setTimeout, clearTimeout };
      const context = vm.createContext(globals);
      const modules = new Map();
      const load = (file) => {
        const known = modules.get(file) ?? new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
        modules.set(file, known);
        return known;
      };
      const library = load(${JSON.stringify(join(DIST, 'index.js'))});
      await library.link((name, from) => load(new URL(name, 'file://' + from.identifier).pathname));
      await library.evaluate();
      const client = new library.namespace.Whetstone({ url: process.argv[1] });
      const recall = await client.recall({ query: 'anything' }, { timeoutMs: 5000 });
      client.record({ task: 'anything', recall_id: recall.recall_id });
      console.log(recall.failure, JSON.stringify(await client.flush()));`;
    const { stdout, stderr } = await runNode([
      '--experimental-vm-modules',
      '--no-warnings',
      '--input-type=module',
      '-e',
      program,
      gateway.url,
    ]);
    expect({ stdout, stderr }).toEqual({
      stdout: 'null {"sent":1,"dropped":0,"waiting":0,"waitingBytes":0}\n',
      stderr: '',
    });
    await gateway.close();
  });
});
