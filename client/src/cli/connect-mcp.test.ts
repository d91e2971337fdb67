/** `whetstone connect` for tools whose model recalls and records by MCP: Cursor and opencode. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpClient } from '../../../server/testing/mcp-client.ts';
import { openTestGateway, TEST_BOOTSTRAP_KEY } from '../../../server/testing/test-gateway.ts';
import { runNode } from '../../testing/agent-process.ts';
import { type Work, work } from '../../testing/coding-sessions.ts';
import { MAIN } from '../../testing/command-line.ts';
import { Whetstone } from '../index.ts';

const URL = 'http://127.0.0.1:8080';

/** Runs `connect` in the repository, for its user. */
async function connect(at: Work, args: string[], env: Record<string, string> = {}) {
  const variables = { HOME: at.home, WHETSTONE_URL: URL, WHETSTONE_API_KEY: 'wk_secret', ...env };
  const ended = await runNode([MAIN, 'connect', ...args], { env: variables, cwd: at.repository });
  return { ...ended, out: ended.stdout === '' ? null : JSON.parse(ended.stdout) };
}

const read = (path: string) => readFileSync(path, 'utf8');
const json = (path: string) => JSON.parse(read(path));

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Where each tool keeps the server's entry and the instruction in a project, and how it names the key. */
const TOOLS = [
  {
    tool: 'cursor',
    settings: '.cursor/mcp.json',
    instruction: '.cursor/rules/whetstone.mdc',
    reference: `\${env:WHETSTONE_API_KEY}`,
    entryOf: (settings: Record<string, Record<string, unknown>>) => settings['mcpServers']?.['whetstone'],
  },
  {
    tool: 'opencode',
    settings: 'opencode.json',
    instruction: 'AGENTS.md',
    reference: '{env:WHETSTONE_API_KEY}',
    entryOf: (settings: Record<string, Record<string, unknown>>) => settings['mcp']?.['whetstone'],
  },
];

describe.each(TOOLS)('connect $tool', ({ tool, settings, instruction, reference, entryOf }) => {
  it('adds the server beside what is there and an instruction, and changes nothing the second time', async () => {
    const at = work();
    const file = write(join(at.repository, settings), '{"theme": "dark"}');
    const { code, out } = await connect(at, [tool]);
    expect({ code, scope: out.scope, agent: out.agent }).toEqual({
      ...{ code: 0, scope: 'project', agent: 'acme/shop' },
    });
    expect(json(file)).toMatchObject({ theme: 'dark' });
    expect(entryOf(json(file))).toMatchObject({
      url: `${URL}/mcp`,
      headers: { Authorization: `Bearer ${reference}`, 'X-Agent-Id': 'acme/shop' },
    });
    expect(read(join(at.repository, instruction))).toContain('call the tool `recall`');
    expect(read(file) + read(join(at.repository, instruction))).not.toContain('wk_secret');
    const again = await connect(at, [tool]);
    expect(again.out.files.filter(({ changes }: { changes: boolean }) => changes)).toEqual([]);
  });

  it('writes an entry by which a gateway is reached', async () => {
    const gateway = await openTestGateway('sqlite', {
      SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
      SERVICE_HOLDOUT_RATE: '0',
    });
    const operator = new Whetstone({ url: gateway.url, apiKey: TEST_BOOTSTRAP_KEY, tenantId: 'mcp' });
    const { key } = await operator.call('createKey', { body: { name: 'editor', scopes: ['learn'] } });
    const at = work();
    await connect(at, [tool], { WHETSTONE_URL: gateway.url, WHETSTONE_API_KEY: key });
    const { url, headers } = entryOf(json(join(at.repository, settings))) as {
      url: string;
      headers: Record<string, string>;
    };
    expect(url).toBe(`${gateway.url}/mcp`);
    const resolved = Object.entries(headers).map(([name, value]) => [name, value.replace(reference, key)]);
    const mcp = await mcpClient(gateway, Object.fromEntries(resolved));
    await mcp.callTool({ name: 'record', arguments: { task: 'Fix the cart', outcome: 'success' } });
    expect(await operator.call('listEpisodes', { query: {} })).toMatchObject([
      { agent_id: 'acme/shop', task: 'Fix the cart' },
    ]);
    await gateway.close();
  });
});

describe('connect opencode', () => {
  it('keeps the instructions of others, and finds the user’s folder', async () => {
    const at = work();
    const config = join(at.home, 'xdg');
    const text = '# Mine\n\nBe brief.\n';
    const file = write(join(config, 'opencode/AGENTS.md'), text);
    const args = ['opencode', '--scope', 'user'];
    await connect(at, args, { XDG_CONFIG_HOME: config });
    expect(read(file)).toMatch(/^# Mine\n\nBe brief\.\n\n<!-- whetstone connect: begin -->\n/);
    expect(json(join(config, 'opencode/opencode.json')).mcp.whetstone).toMatchObject({
      ...{ type: 'local', timeout: 5000 },
    });
    await connect(at, [...args, '--remove'], { XDG_CONFIG_HOME: config });
    expect(read(file)).toBe(text);
  });
});

describe('the plugin of opencode', () => {
  it('is written where opencode finds it, kept out of Git, and taken out again', async () => {
    const at = work();
    const plugin = join(at.repository, '.opencode/plugins/whetstone.js');
    await connect(at, ['opencode', '--timeout', '4000']);
    expect(read(plugin)).toContain('hook.ts opencode --url=http://127.0.0.1:8080 --timeout=4000 || true');
    expect(read(join(at.repository, '.git/info/exclude'))).toContain('/.opencode/plugins/whetstone.js');
    await connect(at, ['opencode', '--remove']);
    expect(existsSync(join(at.repository, '.opencode'))).toBe(false);
    expect(existsSync(join(at.repository, '.git/info/exclude'))).toBe(false);
  });
});

describe('connect gemini-cli', () => {
  it('limits how long it waits for the server', async () => {
    const at = work();
    await connect(at, ['gemini-cli']);
    expect(json(join(at.home, '.gemini/settings.json')).mcpServers.whetstone.timeout).toBe(5000);
  });
});

describe('what connect writes for all folders', () => {
  it('is one agent for hook and tools, the repository’s, and it says which skills that one does not read', async () => {
    const gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
    const client = new Whetstone({ url: gateway.url });
    const bullets = [{ content: 'Totals are in cents.' }];
    await client.call('authorSkill', {
      body: { name: 'cart-totals', description: 'Add up the cart', bullets },
    });
    const at = work();
    const env = { WHETSTONE_URL: gateway.url, WHETSTONE_API_KEY: '' };
    const { out } = await connect(at, ['cursor', '--scope', 'user'], env);
    expect(out.says.at(-1)).toContain(
      'The agent default has 1 skill that acme/shop does not read. To copy: whetstone skills copy default --agent acme/shop',
    );
    const run = async (args: string[], input = '') =>
      await runNode(args, { env: { HOME: at.home, ...env }, cwd: at.repository, input });
    expect((await run([MAIN, 'skills', 'copy', 'default', '--agent', 'acme/shop'])).code).toBe(0);
    const { says } = (await connect(at, ['cursor', '--scope', 'user'], env)).out;
    expect(says.at(-1)).toContain('Cursor starts new MCP servers only once');
    const { args } = json(join(at.home, '.cursor/mcp.json')).mcpServers.whetstone;
    const message = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const about = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const { stdout } = await run(
      args,
      message(1, 'initialize', about) +
        message(2, 'tools/call', { name: 'recall', arguments: { query: 'Add up the cart' } }) +
        message(3, 'tools/call', { name: 'remember', arguments: { content: 'The shop is in Graz.' } }),
    );
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(replies.map(({ id, error }) => [id, error]).sort()).toEqual(
      [1, 2, 3].map((id) => [id, undefined]),
    );
    expect(stdout).toContain('Totals are in cents.');
    const query = { agent_id: 'acme/shop' };
    expect(await client.call('listMemories', { query })).toMatchObject([{ content: 'The shop is in Graz.' }]);
    await gateway.close();
  });
});
