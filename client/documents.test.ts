/** The code and the transcripts of the documents on the ways in, run as they are printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpClient } from '../server/testing/mcp-client.ts';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';
import { Whetstone } from './src/index.ts';
import { type ClientFolder, openClientFolder, runShell } from './testing/installed-client.ts';
import { PYTHON_SOURCE, PYTHON_VERSION } from './testing/python-process.ts';
import { type StandInProvider, startProvider } from './testing/stand-in-provider.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const documentAt = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Has commands print what they print on a terminal. */
const ON_TERMINAL = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' };

let gateway: TestGateway;
let provider: StandInProvider;
let folder: ClientFolder;
let client: Whetstone;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  provider = await startProvider();
  folder = openClientFolder();
  client = new Whetstone({ url: gateway.url });
});
afterAll(async () => {
  folder.remove();
  await Promise.all([gateway.close(), provider.close()]);
});

/** The document's transcripts as they are now; a command may name an id that an earlier one has shown. */
async function runAgain(document: string, run: (command: string) => Promise<string>): Promise<Transcript[]> {
  const stable = new Stable();
  const again: Transcript[] = [];
  for (const { command } of transcriptsOf(document)) {
    again.push({ command, output: stable.text(await run(stable.real(command))) });
  }
  return again;
}

/** Runs a command with the gateway's address, the client's command and what else is given. */
async function runInstalled(command: string, cwd: string, env: Record<string, string>): Promise<string> {
  const commands = join(folder.path, 'node_modules/.bin');
  const given = { WHETSTONE_URL: gateway.url, ...ON_TERMINAL, ...env };
  return await runShell(`PATH="${commands}:$PATH"\n${command}`, cwd, given);
}

describe('docs/opentelemetry.md', () => {
  it('shows what becomes of a trace', async () => {
    const document = documentAt('docs/opentelemetry.md');
    const [variables = ''] = codeBlocks(document, 'sh');
    const here = variables.replaceAll('https://gateway.example', gateway.url);
    const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' };
    const run = (command: string) => runInstalled(`${here}\n${command}`, ROOT, env);
    expect(await runAgain(document, run)).toEqual(transcriptsOf(document));
  });
});

describe.skipIf(PYTHON_VERSION === null)('client/python/README.md', () => {
  it('shows what its first program records', async () => {
    const document = documentAt('client/python/README.md');
    writeFileSync(join(folder.path, 'agent.py'), codeBlocks(document, 'python')[0] ?? '');
    const env = { PYTHONPATH: PYTHON_SOURCE, WHETSTONE_AGENT: 'packer' };
    const run = (command: string) => runInstalled(command, folder.path, env);
    expect(await runAgain(document, run)).toEqual(transcriptsOf(document));
  });
});

describe('docs/mcp.md', () => {
  const bullets = [{ content: 'Look up the captured amount before refunding' }];
  const skill = { name: 'refund-orders', description: 'Refund an order of a customer', bullets };

  /** What the Inspector prints for a command of its own. */
  async function inspected(command: string): Promise<string> {
    const [asked = '', filter] = command.split(' | jq -r ');
    const words = [...asked.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const [name] = valuesAfter(words, '--tool-name');
    const pairs = valuesAfter(words, '--tool-arg').map((pair) => pair.split('='));
    const mcp = await mcpClient(gateway, {});
    const result = await mcp.callTool({ name: name ?? '', arguments: Object.fromEntries(pairs) });
    if (filter === undefined) return shown(result);
    expect(filter).toBe("'.content[0].text'");
    const [content] = result.content as { text: string }[];
    return `${content?.text}\n`;
  }

  const shown = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

  it('shows a session', async () => {
    await client.call('authorSkill', { body: skill });
    const document = documentAt('docs/mcp.md');
    expect(await runAgain(document, inspected)).toEqual(transcriptsOf(document));
  });
});

/** The words after each place of an option. */
function valuesAfter(words: readonly string[], option: string): string[] {
  return words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));
}

describe('client/README.md', () => {
  const document = documentAt('client/README.md');
  const [begin = '', callers = ''] = codeBlocks(document, 'ts');

  const run = async (lines: string[]) => {
    const file = join(folder.path, 'readme.mts');
    const here = lines.join('\n').replaceAll('https://gateway.example', gateway.url);
    writeFileSync(file, here);
    return await runInstalled('node readme.mts', folder.path, {});
  };
  const tasksOf = async (query: { agent_id?: string; user_id?: string }) =>
    (await client.call('listEpisodes', { query })).map(({ task, reward }) => ({ task, reward }));

  it('begins with lines that record two runs', async () => {
    const before = [
      "const model = async (prompt: string) => 'done: ' + prompt;",
      'const testsPass = () => true;',
    ];
    const printed = await run([
      ...before,
      begin,
      "console.log(await answer('refund order 7'));",
      'void reply;',
    ]);
    expect(printed).toBe('done: refund order 7\n');
    expect(await tasksOf({ agent_id: 'support' })).toEqual(
      expect.arrayContaining([
        { task: 'refund order 7', reward: 1 },
        { task: 'refund order 1042', reward: 1 },
      ]),
    );
  });

  it('shows runs for a user, with feedback', async () => {
    const before = [
      "import { Whetstone, withLearning } from 'whetstone';",
      `const client = new Whetstone({ url: '${gateway.url}', agentId: 'callers' });`,
      "const task = 'refund order 8';",
      'const agent = withLearning(async (prompt: string) => prompt, { client });',
      'const { recall_id } = await client.recall(task, { timeoutMs: 20_000 });',
    ];
    await run([...before, callers]);
    expect(await tasksOf({ agent_id: 'callers', user_id: 'ann' })).toMatchObject([
      { task: 'refund order 8' },
    ]);
    expect(await tasksOf({ agent_id: 'callers' })).toContainEqual({ task: 'refund order 8', reward: 0.9 });
  });
});

/** The commands that a document shows with what they print, to be run again. */

interface Transcript {
  command: string;
  output: string;
}

/** The commands of a document's console blocks, in order: lines that begin with `$ `. Throws where there is none. */
function transcriptsOf(document: string): Transcript[] {
  const blocks = [...document.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const parts = blocks.flatMap((block) => block.split(/^\$ /m).slice(1));
  if (parts.length === 0) throw new Error('the document shows no command');
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { command: part.slice(0, end), output: part.slice(end + 1) };
  });
}

/** The code blocks of a language, in order. */
function codeBlocks(document: string, language: string): string[] {
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

/** An id but for its last two signs: as long as a real one, so that tables stay straight. */
const ID_SHOWN = '01KARP2J5V0A1B2C3D4E5F6G';

/** Gives ids and times that differ from run to run the names that documents have for them. */
class Stable {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The text with ids that are numbered in the order in which they are first seen, and one time for all. */
  text(said: string): string {
    return said
      .replaceAll(/\b([a-z]{2,3})_[0-9A-Z]{26}\b/g, (id, kind: string) => this.#nameOf(id, kind))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-23T10:00:22.000Z')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?!:)/g, '2026-11-23T10:00');
  }

  /** The text with the ids that its names stand for. */
  real(said: string): string {
    let text = said;
    for (const [id, name] of this.#names) text = text.replaceAll(name, id);
    return text;
  }

  #nameOf(id: string, kind: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}_${ID_SHOWN}${String(count).padStart(2, '0')}`;
    this.#names.set(id, name);
    return name;
  }
}
