/**
 * The agent that has nothing but the MCP endpoint: it learns where there is one, and goes on where there is
 * none.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../server/testing/test-gateway.ts';
import { Whetstone } from '../src/index.ts';
import { runNode } from '../testing/agent-process.ts';
import { FAULTY_GATEWAYS } from '../testing/faulty-gateway.ts';

const FILE = fileURLToPath(new URL('./mcp.ts', import.meta.url));
const TASK = 'pack a box of books';

const run = (url: string, env: Record<string, string> = {}) =>
  runNode([FILE, TASK], { env: { WHETSTONE_URL: url, WHETSTONE_AGENT: 'mcp', ...env } });

describe('an agent with nothing but the MCP endpoint', () => {
  it('recalls and records by its tools', async () => {
    const gateway = await openTestGateway('sqlite', { SERVICE_HOLDOUT_RATE: '0' });
    const client = new Whetstone({ url: gateway.url });
    const bullets = [{ content: 'Pack a box of books with the heavy ones below.' }];
    const body = { agent_id: 'mcp', name: 'pack-books', description: 'Pack a box of books', bullets };
    await client.call('authorSkill', { body });
    const ran = await run(gateway.url, { RECALL_MS: '20000' });
    expect(ran).toMatchObject({ code: 0, stdout: `${TASK}: done as learned\n`, stderr: '' });
    const lines = await client.call('exportEpisodes', { path: { agent_id: 'mcp' } });
    expect(JSON.parse(lines.trim())).toMatchObject({ task: TASK, reward: 1, served: { skills: [{}] } });
    await gateway.close();
  });

  it.each(FAULTY_GATEWAYS)('answers the same in front of $name', async ({ start }) => {
    const faulty = await start();
    expect(await run(faulty.url)).toMatchObject({ code: 0, stdout: `${TASK}: done\n` });
    await faulty.close();
  });
});
