/**
 * `npm run test:sdks [name…]`: installs SDKs from npm, each version into a folder of its own, and runs an agent on it with the
 * client's adapter, against a stand-in model and a gateway. Prints a table of what was seen. Not part of `npm test`: it downloads.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Whetstone } from '../../client/src/index.ts';
import { FINAL_ANSWER, ordersScript, startProvider } from '../../client/testing/stand-in-provider.ts';
import {
  bareEnvironment,
  type GatewayProcess,
  startGateway,
  temporaryDatabase,
} from '../gateway/gateway-process.ts';
import { startModel } from '../real-clients/model.ts';
import { type Installed, install, SDKS, type Sdk } from './sdks.ts';

const TASK = 'Look up the order of the harbour shop';
const RULE = 'Orders are looked up by number, never by name';
/** It applies to the second call of the script. */
const CALL_RULE = 'Say when an order leaves the harbour';
const APPLIES = [
  { tool: 'get_order', argument: { name: 'order', value: '1042' } },
  { command: 'echo order*' },
];
const MEMORY = 'The harbour shop numbers its orders from 1042 on';
const RUN_MS = 180_000;
const RECORDED_MS = 20_000;
const POLL_MS = 200;

/** What the stand-in models do: a call that fails, one that succeeds, the answer. */
const ORDERS = ordersScript(['1041', '1042']);
const SCRIPT = [{ shell: 'cat order-1041' }, { shell: 'echo order 1042 is shipped' }, { say: FINAL_ANSWER }];

interface Ran {
  code: number | null;
  output: string;
  /** What the model was asked, in order. */
  requests: string[];
}

interface World {
  gateway: GatewayProcess;
  api: Whetstone;
}

type Episode = Awaited<ReturnType<typeof episodesOf>>[number];
interface Seen extends Ran {
  episodes: Episode[];
  /** The last of them. */
  episode: Episode | undefined;
  isClaude: boolean;
}

const same = (seen: unknown, wanted: unknown) =>
  isDeepStrictEqual(seen, wanted) ? '' : `${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`;

/** What is looked at, in the columns of the table; each says what is wrong. */
const CHECKS: Record<string, (seen: Seen) => string> = {
  'rule and memory in the request': ({ requests: [request = ''], code, output }) =>
    request.includes(RULE) && request.includes(MEMORY) ? '' : `${code} ${request || output}`.slice(-600),
  'rule of a call, again with its result': ({ requests }) =>
    same(
      requests.map((request) => request.split(CALL_RULE).length - 1),
      [1, 1, 2],
    ),
  'one episode': ({ episodes }) => same(episodes.length, 1),
  'task and answer': ({ episode }) =>
    same([episode?.task?.startsWith(TASK), episode?.messages.at(-1)?.content], [true, FINAL_ANSWER]),
  'calls, result, error': ({ episode }) =>
    same(
      episode?.tool_calls.map(({ error, result }) => [error != null, /is shipped/.test(result ?? '')]),
      [
        [true, false],
        [false, true],
      ],
    ),
  tokens: ({ episode, isClaude }) =>
    same(
      episode?.metadata['usage'],
      isClaude ? { input_tokens: 3000, output_tokens: 150 } : { input_tokens: 33, output_tokens: 9 },
    ),
  'outcome, credited': ({ episode }) => same([episode?.outcome, episode?.credited], ['success', true]),
};

/** Of a run whose model refuses, which ends with an error. */
const REFUSED_CHECKS: typeof CHECKS = {
  ...CHECKS,
  'rule of a call, again with its result': () => '',
  'task and answer': ({ episode }) =>
    same([episode?.task?.startsWith(TASK), episode?.messages.length], [true, 1]),
  'calls, result, error': ({ episode, code }) =>
    same([episode?.tool_calls, typeof episode?.error, code], [[], 'string', 1]),
  tokens: () => '',
  'outcome, credited': ({ episode }) => same([episode?.outcome, episode?.credited], ['failure', true]),
};

/** Of a run that is flushed where it waits: each part is an episode, and the last has all of the run. */
const PARTS_CHECKS: typeof CHECKS = {
  ...CHECKS,
  // What was recorded is over: the next part is a run of its own.
  'rule of a call, again with its result': () => '',
  'one episode': ({ episodes }) =>
    same(
      episodes.map(({ reward, recall_id }) => [reward, typeof recall_id]),
      [null, null, 1].map((reward) => [reward, 'string']),
    ),
  tokens: ({ episode }) => same(episode?.metadata['usage'], { input_tokens: 11, output_tokens: 3 }),
};

/** Of a run whose second call a rule blocks. */
const GUARDED_CHECKS: typeof CHECKS = {
  ...CHECKS,
  'calls, result, error': ({ episode }) =>
    same(
      episode?.tool_calls.map(({ error }) => /not run/.test(error ?? '')),
      [false, true],
    ),
};

function checksOf(mode: string): typeof CHECKS {
  if (mode.includes('refused')) return REFUSED_CHECKS;
  if (mode.includes('guarded')) return GUARDED_CHECKS;
  return mode.includes('flushed') ? PARTS_CHECKS : CHECKS;
}

/** The agent's episodes, oldest first, once there is one and none has come after it for a moment. */
async function episodesOf({ api }: World, agent: string) {
  const listed = async () => await api.call('listEpisodes', { query: { agent_id: agent } });
  const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));
  for (const end = Date.now() + RECORDED_MS; (await listed()).length === 0 && Date.now() < end; )
    await pause();
  await pause();
  const ids = (await listed()).map(({ episode_id }) => episode_id).reverse();
  return await Promise.all(ids.map((episode_id) => api.call('getEpisode', { path: { episode_id } })));
}

/** Runs an agent in a process of its own, which ends by itself: what it has to record must be sent until then. */
function run(file: string, folder: string, env: Record<string, string>): Promise<Omit<Ran, 'requests'>> {
  const home = mkdtempSync(join(tmpdir(), 'whetstone-sdk-'));
  const child = spawn(process.execPath, [join(folder, file)], {
    cwd: home,
    env: bareEnvironment({ ...env, HOME: home }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      resolve({ code, output });
    });
  });
}

async function tryMode(world: World, { name }: Sdk, { folder }: Installed, mode: string): Promise<Seen> {
  const isClaude = mode.startsWith('messages');
  const agent = [name, folder.split('-').at(-1), ...mode.split(/\W+/)].join('-');
  await world.api.call('addMemory', { body: { agent_id: agent, content: MEMORY } });
  const blocks = mode.includes('guarded');
  const bullets = [{ content: CALL_RULE, applies_when: APPLIES, ...(blocks ? { blocks } : {}) }];
  const skill = { agent_id: agent, name: 'report-orders', description: TASK, bullets };
  await world.api.call('authorSkill', { body: skill });
  const [provider, model] = [await startProvider(ORDERS), await startModel({ order: SCRIPT })];
  try {
    const task = `${TASK}${isClaude ? ' [S:order]' : ''}${mode.includes('refused') ? ', refuse it' : ''}`;
    const ran = await run(`${name}.mjs`, folder, {
      ...{ MODEL_URL: isClaude ? model.url : provider.url, TASK: task, MODE: mode },
      ...{ WHETSTONE_URL: world.gateway.url, WHETSTONE_AGENT: agent },
    });
    const requests = isClaude ? model.requests : provider.prompts.map((asked) => JSON.stringify(asked));
    const episodes = await episodesOf(world, agent);
    return { ...ran, requests, episodes, episode: episodes.at(-1), isClaude };
  } finally {
    await Promise.all([provider.close(), model.close()]);
  }
}

/** A row of the table for each mode; those whose SDK cannot be installed say so. */
async function trySdk(world: World, sdk: Sdk, packages: readonly string[]): Promise<string[]> {
  let installed: Installed;
  try {
    installed = install(sdk, packages);
  } catch (error) {
    return [`| ${packages[0]} | not installed: ${String(error).replaceAll('\n', ' ').slice(0, 300)} |`];
  }
  const rows: string[] = [];
  for (const mode of sdk.modes) {
    const title = `${sdk.name} ${installed.version} | ${mode}`;
    const seen = await tryMode(world, sdk, installed, mode);
    const checks = Object.entries(checksOf(mode));
    const said = checks.map(([check, look]) => [check, look(seen)] as const);
    const failed = said.filter(([, problem]) => problem !== '');
    process.stdout.write(`${failed.length === 0 ? 'ok    ' : 'FAILED'} ${title}\n`);
    for (const [check, problem] of failed) process.stdout.write(`  ${check}: ${problem}\n`);
    if (failed.length > 0)
      process.stdout.write(
        `  ${JSON.stringify(seen.episodes)}\n  ${seen.code}: ${seen.output.slice(-1500)}\n`,
      );
    rows.push(`| ${title} | ${said.map(([, problem]) => (problem === '' ? 'ok' : 'FAILED')).join(' | ')} |`);
  }
  return rows;
}

const wanted = process.argv.slice(2);
const database = temporaryDatabase();
const gateway = await startGateway({
  ...{ SERVICE_DATABASE_URL: database.url, SERVICE_HOLDOUT_RATE: '0' },
});
const world = { gateway, api: new Whetstone({ url: gateway.url }) };
const rows: string[] = [];
try {
  const bullets = [{ content: RULE }];
  await world.api.call('authorSkill', {
    body: { agent_id: '*', name: 'look-up-orders', description: TASK, bullets },
  });
  for (const sdk of SDKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const packages of sdk.versions) rows.push(...(await trySdk(world, sdk, packages)));
} finally {
  await gateway.end('SIGTERM');
  database.remove();
}
const columns = ['SDK', 'mode', ...Object.keys(CHECKS)];
process.stdout.write(`\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}\n${rows.join('\n')}\n`);
process.exit(rows.length > 0 && rows.every((row) => !/FAILED|not installed/.test(row)) ? 0 : 1);
