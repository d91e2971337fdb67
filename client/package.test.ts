/** The library: it says what the gateway says, and needs nothing but what every platform of the web has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage } from '../scripts/build.mjs';
import { clientFiles } from '../scripts/generate-client.mjs';
import { openTestGateway } from '../server/testing/test-gateway.ts';
import { runNode } from './testing/agent-process.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(FOLDER, 'dist');

const filesBelow = (folder: string) =>
  readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]s$/.test(file),
  );

describe('the types of the client', () => {
  it('and the matcher are the gateway’s own (else: node scripts/generate-client.mjs)', async () => {
    for (const [name, text] of Object.entries(await clientFiles()))
      expect(readFileSync(join(FOLDER, 'src/generated', name), 'utf8')).toBe(text);
  });
});

describe('the built library', () => {
  beforeAll(() => buildClientPackage());

  it('imports nothing but itself', () => {
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
