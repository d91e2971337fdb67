/** The MCP endpoint in the hands of programs that others wrote: the Inspector and the conformance suite. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../lab/gateway/gateway-process.ts';
import { openTestGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';

const OPERATOR = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };
const NAMES = ['ask', 'before_tool', 'feedback', 'get_skill', 'list_skills', 'recall', 'record', 'remember'];

describe('MCP tools from outside', () => {
  let gateway: TestGateway;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}/mcp`;
    gateway = await openTestGateway('sqlite', {
      SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
      SERVICE_PORT: String(port),
      // The rebinding scenario takes a server's own address for an allowed origin.
      SERVICE_CORS_ORIGINS: JSON.stringify([`http://localhost:${port}`]),
    });
  });
  afterAll(async () => {
    await gateway.close();
  });

  const runTool = async (script: string, ...args: string[]) =>
    await promisify(execFile)(process.execPath, [`node_modules/@modelcontextprotocol/${script}`, ...args]);

  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'the conformance suite passes %s',
    { timeout: 60_000 },
    async (scenario) => {
      const { stdout } = await runTool(
        'conformance/dist/index.js',
        ...['server', '--url', url, '--scenario', scenario],
      );
      expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
    },
  );

  it('the Inspector lists and calls every tool', { timeout: 120_000 }, async () => {
    const inspect = async (...args: string[]) => {
      const headers = Object.entries(OPERATOR).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
      const { stdout } = await runTool(
        'inspector/clients/launcher/build/index.js',
        ...['--cli', url, '--transport', 'http', ...headers, ...args],
      );
      return JSON.parse(stdout) as {
        tools?: { name: string }[];
        structuredContent?: Record<string, unknown>;
        content?: { text: string }[];
      };
    };
    const callByInspector = async (name: string, ...args: string[]) =>
      await inspect(
        '--method',
        'tools/call',
        '--tool-name',
        name,
        ...args.flatMap((arg) => ['--tool-arg', arg]),
      );
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools?.map(({ name }) => name).sort()).toEqual(NAMES);
    const remembered = await callByInspector('remember', 'content=Deploys happen on Tuesdays.');
    expect(remembered.structuredContent).toMatchObject({ action: 'add' });
    const recalled = await callByInspector('recall', 'query=when do deploys happen');
    expect(recalled.content?.[0]?.text).toContain('Deploys happen on Tuesdays.');
    expect((await callByInspector('ask', 'question=when?').catch(textOf)).toString()).toContain(
      'try again in 30 s',
    );
  });
});

/** What a tool that ended with an error printed. */
function textOf(error: unknown): string {
  const { stdout, stderr } = error as { stdout: string; stderr: string };
  return stdout + stderr;
}
