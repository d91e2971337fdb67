/** The code in the client's README, run as it is printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';
import { Whetstone } from './src/index.ts';
import { type ClientFolder, openClientFolder, runShell } from './testing/installed-client.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

let gateway: TestGateway;
let folder: ClientFolder;
let client: Whetstone;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
  folder = openClientFolder();
  client = new Whetstone({ url: gateway.url });
});
afterAll(async () => {
  folder.remove();
  await gateway.close();
});

describe('client/README.md', () => {
  const [begin = '', callers = ''] = codeBlocks(readFileSync(join(FOLDER, 'README.md'), 'utf8'), 'ts');

  const run = async (lines: string[]) => {
    const file = join(folder.path, 'readme.mts');
    const here = lines.join('\n').replaceAll('https://gateway.example', gateway.url);
    writeFileSync(file, here);
    return await runShell('node readme.mts', folder.path, { WHETSTONE_URL: gateway.url });
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

/** The code blocks of a language, in order. */
function codeBlocks(document: string, language: string): string[] {
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}
