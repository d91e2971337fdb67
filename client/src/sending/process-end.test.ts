/** The end of a process: what was recorded still leaves, and nothing of the client keeps the process from ending. */
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../../server/testing/test-gateway.ts';
import { runAgent as run } from '../../testing/agent-process.ts';
import { type FaultyGateway, scripted, speechless, unreachable } from '../../testing/faulty-gateway.ts';
import { Whetstone } from '../index.ts';

const RECORD = `const client = new Whetstone({ flushIntervalMs: 60_000 });
void client.record({ task: 'the last words', session_id: 'last' });
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

  it('waits for what a slow gateway has not answered yet', async () => {
    const slow = await scripted([
      (_request, response) =>
        void setTimeout(() => {
          response.setHeader('content-type', 'application/json').end('{"episodes":[{}]}');
        }, 1000),
    ]);
    const program = `const client = new Whetstone({ flushIntervalMs: 0 });
      void client.record({ task: 'x' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      process.on('exit', () => console.log(client.delivered.sent));`;
    expect(await run(program, slow.url)).toMatchObject({ code: 0, stdout: '1\n', stderr: '' });
    await slow.close();
  });

  it.each([
    ['an error', 'throw new Error("crashed")'],
    ['a rejection', 'await withLearning(() => Promise.reject(new Error("crashed")))("the run that crashed")'],
    [
      'an error while its record is under way',
      'await new Promise((go) => setTimeout(go, 20)); throw new Error("crashed")',
    ],
  ])('by %s sends the run that crashed, once', async (_, crash) => {
    const gateway = await openTestGateway('sqlite');
    const program = `const client = new Whetstone({ flushIntervalMs: 0 });
      void client.record({ task: 'the run before', session_id: 'crash' });
      ${crash};`;
    const { code, stderr } = await run(program, gateway.url);
    expect([code, stderr.includes('Error: crashed')]).toEqual([1, true]);
    const { json } = await gateway.call('GET', '/v1/episodes?agent_id=leaver');
    const tasks = (json as { task: string }[]).map(({ task }) => task);
    expect(tasks.toSorted()).toEqual(
      crash.includes('withLearning') ? ['the run before', 'the run that crashed'] : ['the run before'],
    );
    await gateway.close();
  });

  it('by an error waits no longer than it may', async () => {
    const gateway = await speechless();
    const program = `new Whetstone({ exitTimeoutMs: 500 }).record({ task: 'x' }); throw new Error('crashed');`;
    const { code, ms } = await run(program, gateway.url);
    await gateway.close();
    expect(code).toBe(1);
    expect(ms).toBeLessThan(500 + 2 * SLACK_MS);
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

/** Prints how long the process lived on after its last line, in milliseconds. */
const MEASURED = `const done = performance.now();
process.on('exit', () => console.log(Math.round(performance.now() - done)));`;

const begun = (clients: number, options: string) => `
for (let n = 0; n < ${clients}; n += 1) new Whetstone({ flushIntervalMs: 0, ${options} }).record({ task: 'x' });
await new Promise((resolve) => setTimeout(resolve, 500));`;

/** Time for a busy machine beside what is promised. */
const SLACK_MS = 1500;

const PROGRAMS: { when: string; program: string; promisedMs: number }[] = [
  { when: 'records wait', program: RECORD, promisedMs: 2000 },
  {
    when: 'a client that was told not to wait has a request under way',
    program: begun(1, 'exitTimeoutMs: 0'),
    promisedMs: 0,
  },
  {
    when: 'a flush was given up',
    program: `${begun(1, 'exitTimeoutMs: 500')} await new Whetstone().flush({ timeoutMs: 200 });`,
    promisedMs: 500,
  },
  { when: 'requests of six clients are under way', program: begun(6, ''), promisedMs: 2000 },
  { when: 'a recall was given up', program: `await new Whetstone().recall('x');`, promisedMs: 0 },
  {
    when: 'a recall was given up by a program that looked at its input',
    program: `process.stdin.pause(); await new Whetstone().recall('x');`,
    promisedMs: 0,
  },
];

const GATEWAYS: { name: string; start: () => Promise<FaultyGateway>; programs?: number }[] = [
  { name: 'a gateway that accepts and says nothing', start: speechless, programs: PROGRAMS.length },
  { name: 'an address where connecting hangs', start: unreachable },
  {
    name: 'an address where the handshake hangs',
    async start() {
      const gateway = await speechless();
      return { ...gateway, url: gateway.url.replace('http:', 'https:') };
    },
  },
];

describe.each(GATEWAYS)('the end of a process in front of $name', ({ start, programs = 3 }) => {
  it.each(PROGRAMS.slice(-programs))(
    'comes within $promisedMs ms where $when',
    async ({ program, promisedMs }) => {
      const gateway = await start();
      const { code, stdout, stderr } = await run(`${program}\n${MEASURED}`, gateway.url);
      await gateway.close();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThan(promisedMs + SLACK_MS);
    },
  );

  it('leaves a request of the agent itself alone', async () => {
    const gateway = await start();
    const program = `${begun(1, 'exitTimeoutMs: 0')}
      const own = await fetch('${gateway.url}/own', { signal: AbortSignal.timeout(1500) }).catch(({ name }) => name);
      console.log(own);
      process.exit();`;
    expect(await run(program, gateway.url)).toMatchObject({ code: 0, stdout: 'TimeoutError\n', stderr: '' });
    await gateway.close();
  });
});
