/** The end of a process: what was recorded still leaves, and nothing of the client keeps the process from ending. */
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../server/testing/test-gateway.ts';
import { runAgent as run } from '../testing/agent-process.ts';
import { scripted } from '../testing/faulty-gateway.ts';
import { Whetstone } from './index.ts';

const RECORD = `const client = new Whetstone({ flushIntervalMs: 60_000 });
client.record({ task: 'the last words', session_id: 'last' });
console.log('done');`;

describe('the end of a process', () => {
  it('sends what was recorded a moment before', async () => {
    const gateway = await openTestGateway('sqlite');
    expect(await run(RECORD, gateway.url)).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' });
    const reader = new Whetstone({ url: gateway.url });
    const query = { session_id: 'last', agent_id: 'leaver' };
    expect(await reader.call('latestEpisode', { query })).toMatchObject({ task: 'the last words' });
    await gateway.close();
  });

  it('comes within the limit where the gateway is silent', async () => {
    const silent = await scripted([() => undefined]);
    const { code, stdout, stderr, ms } = await run(RECORD, silent.url);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(ms).toBeLessThan(10_000);
    await silent.close();
  });

  it('comes at once where the client was told not to wait, though records wait', async () => {
    const program = RECORD.replace('flushIntervalMs: 60_000', 'flushIntervalMs: 60_000, exitTimeoutMs: 0');
    const { code, stdout, stderr, ms } = await run(program, 'http://127.0.0.1:1');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(ms).toBeLessThan(10_000);
  });

  it('leaves the exit code and the last error of a failing agent as they are', async () => {
    const program = `const agent = () => { throw new TypeError('the agent itself'); };
      await withLearning(agent)('task');`;
    const { code, stderr } = await run(program, 'http://127.0.0.1:1');
    const plain = await run(`await (async () => { throw new TypeError('the agent itself'); })();`, '');
    expect(code).toBe(plain.code);
    expect(stderr).toContain('TypeError: the agent itself');
  });
});
