/** The transcripts in docs/coding-agents.md, run as they are printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../../../server/testing/test-gateway.ts';
import { runNode } from '../../../testing/agent-process.ts';
import { callHook, HOOK, prompted, stopped } from '../../../testing/coding-hook.ts';
import { openWork, type Work } from '../../../testing/coding-sessions.ts';
import { MAIN, ON_TERMINAL } from '../../../testing/command-line.ts';
import { Whetstone } from '../../index.ts';

const DOCUMENT = readFileSync(
  fileURLToPath(new URL('../../../../docs/coding-agents.md', import.meta.url)),
  'utf8',
);
const SOON = { timeout: 20_000, interval: 200 };

interface Printed {
  args: string[];
  output: string;
}

/** The commands of the document with what they print. */
const [connected, latest] = [...DOCUMENT.matchAll(/```console\n\$ whetstone (.*)\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']): Printed => ({
    args: command.split(' ').map((word) => word.replaceAll("'", '')),
    output,
  }),
);
const turn = /```jsonl\n([\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? '';

let gateway: TestGateway | undefined;
let at: Work | undefined;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite');
  at = openWork();
});
afterAll(async () => {
  await gateway?.close();
  at?.remove();
});

/** What a command prints on a terminal, with the document's names for what differs between machines. */
async function printed({ args }: Printed, env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await runNode([...ON_TERMINAL, MAIN, ...args], {
    env: { HOME: at?.home ?? '', ...env },
    cwd: at?.repository ?? '',
  });
  expect(stderr).toBe('');
  return stdout
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(HOOK, '/usr/lib/node_modules/whetstone/dist/cli/coding-agents/hook.js')
    .replaceAll(at?.repository ?? '', '/home/ann/shop')
    .replace(/ep_\w+/, 'ep_01')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '2026-11-23T10:00:22.000Z');
}

describe('the document on coding agents', () => {
  it('shows what connect says', async () => {
    const env = { WHETSTONE_URL: 'https://gateway.example', WHETSTONE_API_KEY: 'wk_example' };
    expect(await printed(connected as Printed, env)).toBe(connected?.output);
  });

  it('shows what becomes of a turn', async () => {
    const shop = { ...(at as Work), session: '5e2c' };
    await callHook(shop, prompted('The total of the cart is wrong'), { url: gateway?.url });
    const shift = Date.now() - Date.parse('2026-11-23T10:00:00.000Z');
    const now = turn.replaceAll(/2026-11-23T10:00:\d\d\.000Z/g, (time) =>
      new Date(Date.parse(time) + shift).toISOString(),
    );
    writeFileSync(shop.transcript, now);
    await callHook(shop, stopped(), { url: gateway?.url });
    const client = new Whetstone({ url: gateway?.url });
    const query = { agent_id: 'acme/shop' };
    await expect.poll(async () => (await client.call('listEpisodes', { query })).length, SOON).toBe(1);
    expect(await printed(latest as Printed, { WHETSTONE_URL: gateway?.url ?? '' })).toBe(latest?.output);
  });
});
