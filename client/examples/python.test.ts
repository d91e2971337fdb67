/**
 * The Python agent of the README, taken from there and run as it stands, where there is a Python to run it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../server/testing/test-gateway.ts';
import { Whetstone } from '../src/index.ts';
import { FAULTY_GATEWAYS } from '../testing/faulty-gateway.ts';

const README = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
const PROGRAM = /```python\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

interface Ran {
  code: number | null;
  stdout: string;
  /** How long the agent's answer took. */
  answeredMs: number;
}

function run(url: string): Promise<Ran> {
  const started = performance.now();
  const child = spawn('python3', ['-u', '-c', PROGRAM, 'pack a box'], {
    env: { ...process.env, WHETSTONE_URL: url, no_proxy: '*' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let [stdout, answeredMs] = ['', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    answeredMs = performance.now() - started;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, answeredMs }));
  });
}

describe.skipIf(!HAS_PYTHON)('the Python agent of the README', () => {
  it('recalls and records with the standard library alone', async () => {
    const gateway = await openTestGateway('sqlite');
    // An address with a slash at its end is the same address.
    expect(await run(`${gateway.url}/`)).toMatchObject({ code: 0, stdout: 'pack a box: done\n' });
    const lines = await new Whetstone({ url: gateway.url }).call('exportEpisodes', {
      path: { agent_id: 'default' },
    });
    expect(JSON.parse(lines.trim())).toMatchObject({ task: 'pack a box', reward: 1 });
    await gateway.close();
  });

  it.each(FAULTY_GATEWAYS)('answers the same in front of $name', async ({ start }) => {
    const faulty = await start();
    const { code, stdout, answeredMs } = await run(faulty.url);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'pack a box: done\n' });
    expect(answeredMs).toBeLessThan(5000);
    await faulty.close();
  });
});
