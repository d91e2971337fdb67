import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../lab/gateway/gateway-process.ts';
import { type StandInModel, startStandInModel } from '../lab/model/stand-in-model.ts';
import { buildCommandLine } from '../scripts/build.mjs';
import { cloneDatabase, type TestDatabase } from '../server/testing/database/test-database.ts';
import { eventually } from '../server/testing/eventually.ts';
import { startWorker } from '../server/testing/jobs/jobs.ts';
import { makeLesson, reflection } from '../server/testing/jobs/reflect-job.ts';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';
import { createHandlers } from '../worker/tasks.ts';
import { Whetstone } from './src/index.ts';
import { type ClientFolder, openClientFolder, runShell } from './testing/installed-client.ts';
import { PYTHON_SOURCE, PYTHON_VERSION } from './testing/python-process.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from './testing/stand-in-provider.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const README = readFileSync(fileOf('../README.md'), 'utf8');
const PRINTED_ADDRESS = 'http://127.0.0.1:8080';
/** What the README's skill says. */
const RULE = 'Look up the captured amount before refunding';
/** On a busy machine a recall may come too late for once, and the agent goes on without. */
const SOON = { timeout: 30_000 };
const LESSON = 'Capture the payment before refunding';

/** The code blocks below a heading of the README. */
function blocksBelow(heading: string): string[] {
  const [, below = ''] = README.split(`\n${heading}\n`);
  const [own = ''] = below.split(/\n##/);
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/** The rows of the table of ways: the name, and the code that begins it. */
const WAYS = new Map(
  [...README.matchAll(/^\| ([\w ]+) \| `([^`]+)`[^|]* \| [^|]* \|$/gm)].map(([, way = '', code = '']) => [
    way,
    code,
  ]),
);

const [firstLoop = ''] = blocksBelow('## A first loop');
const [start = '', closing = ''] = blocksBelow('### The loop closes');

let model: StandInModel;
let provider: StandInProvider;
let database: TestDatabase;
let url: string;
let client: Whetstone;
let gateway: TestGateway;
let folder: ClientFolder;

/** The settings of the printed command that starts the gateway with a model, which is a stand-in here. */
function printedSettings(): Record<string, string> {
  const pairs = [...start.matchAll(/(SERVICE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
  return { ...Object.fromEntries(pairs), SERVICE_LLM_BASE_URL: model.url, SERVICE_LLM_API_KEY: 'x' };
}

/** A gateway on the data and the address of all of these tests. */
const startGateway = async (settings: Record<string, string> = {}) =>
  await openTestGateway('sqlite', {
    ...settings,
    ...{ SERVICE_DATABASE_URL: database.url, SERVICE_PORT: new URL(url).port, SERVICE_HOLDOUT_RATE: '0' },
  });

beforeAll(async () => {
  await buildCommandLine();
  [model, provider] = await Promise.all([startStandInModel(), startProvider()]);
  database = await cloneDatabase('sqlite');
  url = `http://127.0.0.1:${await freePort()}`;
  client = new Whetstone({ url });
  gateway = await startGateway();
  folder = openClientFolder();
});
afterAll(async () => {
  folder.remove();
  await Promise.all([gateway.close(), model.close(), provider.close()]);
  await database.remove();
});

/** The README's code with this gateway's address. */
const here = (code: string) => code.replaceAll(PRINTED_ADDRESS, url);
const ADDRESS = /^export WHETSTONE_URL=.*$/m.exec(firstLoop)?.[0] ?? '';

/** What a script prints where the README's address is set. */
const run = (script: string, env: Record<string, string> = {}) =>
  runShell(here(`${ADDRESS}\n${script}`), folder.path, env);

async function episodesOf(task: string): Promise<{ task: string | null; framework: string | null }[]> {
  const page = await client.call('listEpisodes', { query: {} });
  return page.filter((episode) => episode.task === task);
}

/** Saves a program and gives the command that runs it. */
function program(name: string, lines: string[]): void {
  writeFileSync(join(folder.path, name), `${lines.join('\n')}\n`);
}

describe('the loops of README.md', () => {
  it('the first one ends with a skill that a run was credited to', async () => {
    const printed = await run(firstLoop);
    expect(printed).toContain('"version":1');
    expect(printed).toContain(`- ${RULE}`);
    const [episode] = await client.call('listEpisodes', { query: {} });
    expect(episode).toMatchObject({ task: 'Refund order 1001', reward: 0.9, reward_source: 'feedback' });
    expect(await client.call('getSkill', { path: { ref: 'refund-orders' } })).toMatchObject({ uses: 1 });
  });

  it('the one with a model closes after four calls', async () => {
    model.answer('reflect', reflection({ lessons: [makeLesson(LESSON, { skill: 'refund-orders' })] }));
    const add = {
      op: 'add',
      skill: 'refund-orders',
      section: 'steps',
      content: LESSON,
      issue: '',
      keywords: [],
    };
    model.answer('curate', { rationale: 'A refund failed.', ops: [add] });
    model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'it helps' });
    await gateway.close();
    gateway = await startGateway(printedSettings());
    gateway.runtime.advance(60_000);
    const [recorded = '', shown = ''] = closing.split('# What both runs taught');
    expect(await run(recorded)).toContain('"reflection_scheduled":true');
    await startWorker(gateway.runtime, createHandlers(gateway.runtime));
    gateway.runtime.advance(1000);
    await eventually('the changeset is decided', async () => (await run(`#${shown}`)).includes(LESSON));
    expect(model.calls.map(({ purpose }) => purpose)).toEqual([
      'reflect',
      'reflect',
      'reflect',
      'judge_skill',
    ]);
  });
});

/** What the hook of the settings in a folder says before a prompt. */
async function callConnectedHook(order: string, at = folder.path): Promise<string> {
  const { hooks } = JSON.parse(readFileSync(join(at, '.claude/settings.local.json'), 'utf8'));
  const event = { hook_event_name: 'UserPromptSubmit', prompt: `Refund order ${order}` };
  const input = JSON.stringify({ ...event, session_id: `s-${order}`, cwd: at });
  writeFileSync(join(at, 'event.json'), input);
  return await runShell(`cat event.json | ${hooks.UserPromptSubmit[0].hooks[0].command}`, at);
}

describe('the ways in of README.md', () => {
  const tried: string[] = [];
  /** A test of one way, with its code as it is printed. */
  function way(name: string, check: (code: string) => Promise<void>, isPossible = true): void {
    tried.push(name);
    it.skipIf(!isPossible)(`${name} works as printed`, () => check(WAYS.get(name) ?? ''));
  }

  way('REST', async (code) => {
    expect(JSON.parse(await run(code))).toMatchObject({
      instructions: expect.stringContaining(RULE),
    });
  });

  way('TypeScript', async (code) => {
    program('run.mts', [
      'const agent = async (prompt: string) => prompt;',
      code,
      "console.log(await learning('Refund order 2001'));",
    ]);
    await expect.poll(() => run('node run.mts'), SOON).toContain(RULE);
    expect(await episodesOf('Refund order 2001')).not.toEqual([]);
  });

  const runPython = async (code: string) => {
    program('run.py', ['def agent(prompt):', '    return prompt', code, 'print(agent("Refund order 3001"))']);
    const command = () => run('python3 run.py', { PYTHONPATH: PYTHON_SOURCE });
    await expect.poll(command, SOON).toContain(RULE);
    expect(await episodesOf('Refund order 3001')).not.toEqual([]);
  };
  way('Python', runPython, PYTHON_VERSION !== null);

  way('Coding agents', async (code) => {
    await run(`${code} --agent default --timeout 30000`);
    expect(await callConnectedHook('4001')).toContain(RULE);
  });

  way('MCP', async (code) => {
    const { type, url } = JSON.parse(here(code)).mcpServers.whetstone;
    expect(type).toBe('http');
    const mcp = new Client({ name: 'reader', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(url));
    await mcp.connect(transport as Parameters<Client['connect']>[0]);
    const { content } = await mcp.callTool({ name: 'recall', arguments: { query: 'Refund order 5001' } });
    expect(JSON.stringify(content)).toContain(RULE);
    await mcp.close();
  });

  way('OpenTelemetry', async (code) => {
    const agent = `node --import ${fileOf('examples/otlp-tracing.ts')} ${fileOf('examples/otlp.ts')}`;
    const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' };
    const printed = await run(`${code}\n${agent} 'Refund order 6001'`, env);
    expect(printed).toBe(`${FINAL_ANSWER}\n`);
    expect(await episodesOf('Refund order 6001')).toMatchObject([{ framework: 'openai' }]);
  });

  way('Skills as files', async (code) => {
    await run(code);
    const file = join(folder.path, 'skills/refund-orders/SKILL.md');
    expect(readFileSync(file, 'utf8')).toContain(`- ${RULE}`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(RULE, 'Ask who paid'));
    await run(code);
    expect(await run(WAYS.get('REST') ?? '')).toContain('Ask who paid');
  });

  it('are those that are run here', () => {
    expect([...WAYS.keys()]).toEqual(tried);
  });
});
