/** What is asked of each coding tool in turn, and what its model is scripted to do meanwhile. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Whetstone } from '../../client/src/index.ts';
import { FAULTY_GATEWAYS } from '../../client/testing/faulty-gateway.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { teach } from '../../server/testing/jobs/reflect-job.ts';
import type { GatewayProcess } from '../gateway/gateway-process.ts';
import type { StandInModel } from '../model/stand-in-model.ts';
import { type Place, type RealClient, run } from './clients.ts';
import type { Model, Step } from './model.ts';

export const AGENT = 'acme/shop';
export const RULE = 'Totals are in cents, never in euros';
export const MEMORY = 'The cart of the shop is deployed to staging.example';
const REMEMBERED = 'The shop is in Graz';
/** Of a skill of its own: it applies to one of the calls of a script, and another one stops a call. */
const PUSH_RULE = 'Push a branch of the release and never its tag';
const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const REPORT = 'The subagent found the cart';
const BY_THE_MODEL = 'By the model';
const COMMAND_LINE = join(import.meta.dirname, '../../client/dist/cli/main.js');
const RECORDED_MS = 30_000;
const LOOK_MS = 250;
const LEARNED_MS = 60_000;
/** What the learning model makes of a run. */
const LEARNED = 'Drain the queue of the shop before each deployment';
/** What a gateway that does not answer may add to a prompt. */
const FAULT_MS = 15_000;
const FAULTS = ['connection refused', '500 to everything', 'a black hole', 'malformed JSON'];

/** Each tool of the gateway, and what a model gives it. */
const TOOLS: [string, Record<string, unknown>][] = [
  ['recall', { query: 'Deploy the shop' }],
  ['remember', { content: REMEMBERED }],
  ['record', { task: BY_THE_MODEL, outcome: 'success' }],
  ['list_skills', {}],
];
/** Codex does not wait for the tools of a server with the first request. */
const WAIT: Step = { shell: 'sleep 5' };
export const SCRIPTS: Record<string, Step[]> = {
  pass: [
    { shell: 'node --test bad' },
    { shell: 'node --test good.test.js' },
    { say: 'First failed, then passed.' },
  ],
  fail: [{ shell: 'node --test bad.test.js' }, { say: 'It fails.' }],
  secret: [{ shell: `echo ${SECRET}` }, { shell: 'cat secrets/plan.md' }, { say: 'Seen.' }],
  say: [{ say: 'Done.' }],
  push: [{ shell: 'git status' }, { shell: 'git push --dry-run' }, { say: 'Pushed.' }],
  remove: [{ shell: 'rm -rf kept' }, { say: 'Removed.' }],
  readPush: [
    { tool: 'recall', input: { query: 'Publish the release' } },
    ...[{ shell: 'git status' }, { shell: 'git push --dry-run' }, { shell: 'git push --dry-run' }],
    { say: 'Pushed.' },
  ],
  readRemove: [
    { tool: 'recall', input: { query: 'Clean the folders up' } },
    { shell: 'rm -rf kept' },
    { say: 'Removed.' },
  ],
  subagent: [
    {
      own: 'Agent',
      input: {
        ...{ description: 'Look', prompt: 'Look around [S:report]', subagent_type: 'general-purpose' },
        run_in_background: true,
      },
    },
    { say: 'Launched.' },
  ],
  report: [{ shell: 'sleep 2' }, { say: REPORT }],
  ...Object.fromEntries(
    TOOLS.map(([tool, input]) => [tool, [WAIT, { search: tool }, { tool, input }, { say: 'Called.' }]]),
  ),
};

export interface Try extends Place {
  client: RealClient;
  gateway: GatewayProcess;
  api: Whetstone;
  requests: Model['requests'];
  /** The gateway's learning model. */
  learner: StandInModel;
}

const prompt = (at: Try, text: string, goesOn = false) => run(at, at.client.command(at, text, goesOn));
export const connect = (at: Try, url: string, ...args: string[]) =>
  run(at, [process.execPath, COMMAND_LINE, 'connect', at.client.name, '--url', url, ...args]);
/** A busy machine needs longer than a hook is given by default. */
export const hookOptions = ({ client }: Try) => [
  ...['--timeout', '4000'],
  ...(client.hasHooks ? ['--exclude', 'secrets/**', '--user', 'ann'] : []),
];

/** The episodes of the repository's agent, oldest first, once there are so many. */
async function episodes({ api }: Try, count: number) {
  const listed = async () => {
    const all = await api.call('listEpisodes', { query: { agent_id: AGENT } });
    return all.length >= count && all;
  };
  const all = await eventually(`${count} episodes`, listed, RECORDED_MS, LOOK_MS);
  const ids = all.map(({ episode_id }) => episode_id).reverse();
  return await Promise.all(ids.map((episode_id) => api.call('getEpisode', { path: { episode_id } })));
}

export function expectSame(seen: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(seen, wanted))
    throw new Error(`${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`);
}

function expectSaid(text: string | undefined, ...parts: string[]): void {
  const missing = parts.filter((part) => text?.includes(part) !== true);
  if (missing.length > 0)
    throw new Error(`no ${JSON.stringify(missing)} in ${JSON.stringify(text?.slice(-400))}`);
}

/** What the client printed. */
export async function prompted(at: Try, text: string, goesOn = false): Promise<string> {
  const { code, output } = await prompt(at, text, goesOn);
  if (code !== 0) throw new Error(`ended with ${code}: ${output.slice(-400)}`);
  return output;
}

type Check = (at: Try) => Promise<void>;

/** In this order: later ones count the episodes of earlier ones. */
const HOOK_CHECKS: Record<string, Check> = {
  async 'rule and memory in the request'(at) {
    await prompted(at, 'Deploy the cart of the shop [S:pass]');
    expectSaid(at.requests.at(-1), RULE, MEMORY);
  },
  async 'one episode, its outcome by tests'(at) {
    const all = await episodes(at, 1);
    const [episode] = all;
    expectSame(all.length, 1);
    expectSaid(episode?.task ?? '', 'Deploy the cart of the shop');
    expectSame([episode?.outcome, episode?.verification?.passed, episode?.user_id], ['success', true, 'ann']);
    expectSame(
      episode?.tool_calls.map(({ error }) => error == null),
      [false, true],
    );
    expectSame(episode?.messages.at(-1)?.content, 'First failed, then passed.');
    expectSame(Object.keys(episode?.metadata ?? {}).includes('usage'), true);
    expectSame('unknown_entries' in (episode?.metadata ?? {}), false);
  },
  async 'a second turn, its own recall'(at) {
    await prompted(at, 'Now deploy the cart again [S:fail]', true);
    const [first, second] = await episodes(at, 2);
    expectSame([second?.outcome, second?.session_id], ['failure', first?.session_id]);
    expectSame(typeof second?.recall_id === 'string' && second.recall_id !== first?.recall_id, true);
    // Where the tool keeps what the first prompt was given, the second one is not given it again.
    if (at.client.keepsContext) expectSame(at.requests.at(-1)?.split(RULE).length, 2);
  },
  async 'a correction is feedback'(at) {
    await prompted(at, 'Tell me about the cart [S:say]', true);
    await prompted(at, 'No, that is wrong [S:say]', true);
    const reward = async () => (await episodes(at, 4))[2]?.reward ?? undefined;
    expectSame(await eventually('a reward', reward, RECORDED_MS, LOOK_MS), 0.2);
  },
  async 'secrets and excluded files stay'(at) {
    await prompted(at, `Look around, my token is ${SECRET} [S:secret]`);
    const episode = (await episodes(at, 5)).at(-1);
    const text = JSON.stringify(episode);
    for (const secret of [SECRET, 'the secret plan'])
      if (text.includes(secret)) throw new Error(`${secret} was sent`);
    expectSaid(text, '[REDACTED', '[EXCLUDED]');
  },
};

const SUBAGENT_CHECKS: Record<string, Check> = {
  async 'the result of a subagent that goes on by itself'(at) {
    await prompted(at, 'Have somebody look around [S:subagent]');
    const [call] = (await episodes(at, 6)).at(-1)?.tool_calls ?? [];
    expectSame([call?.name, call?.result], ['Agent', REPORT]);
  },
};

/** How often the last requests of a prompt have a text, one after the other. */
async function countsOf(at: Try, text: string, words: string): Promise<number[]> {
  const before = at.requests.length;
  await prompted(at, words);
  return at.requests.slice(before).map((request) => request.split(text).length - 1);
}

const CALL_CHECKS: Record<string, Check> = {
  async 'a rule before the call that it applies to'(at) {
    const name = 'release-branch';
    const bullets = [{ content: PUSH_RULE, applies_when: [{ command: 'git push*' }] }];
    const body = { agent_id: AGENT, name, description: 'Publish the release', bullets };
    await at.api.call('authorSkill', { body });
    // With the prompt or a recall, after a call that it does not apply to, and once after one that it does.
    const [script, counts] = at.client.hasHooks ? ['push', [1, 1, 2]] : ['readPush', [0, 1, 1, 2, 2]];
    expectSame(await countsOf(at, PUSH_RULE, `Publish the release [S:${script}]`), counts);
  },
};

const ASK_CHECKS: Record<string, Check> = {
  async 'a rule that blocks stops the call where nobody can allow it'(at) {
    const kept = join(at.repository, 'kept');
    mkdirSync(kept);
    const applies = { applies_when: [{ command: 'rm -rf*' }], blocks: true };
    const bullets = [{ content: 'Ask before a folder is removed', ...applies }];
    const body = { agent_id: AGENT, name: 'clean-folders', description: 'Clean the folders up', bullets };
    await at.api.call('authorSkill', { body });
    if (at.client.hasHooks) await prompted(at, 'Clean the folders up [S:remove]');
    else expectSame(await countsOf(at, 'Ask before', 'Clean the folders up [S:readRemove]'), [0, 1, 2]);
    expectSame(existsSync(kept), true);
  },
};

const COMMON_CHECKS: Record<string, Check> = Object.fromEntries(
  TOOLS.map(([tool]): [string, Check] => [
    `MCP ${tool}`,
    async (at) => {
      if (tool === 'record' && at.client.hasHooks) return await onlyTheHookRecords(at);
      const before = at.requests.length;
      const output = await prompted(at, `Use the tool [S:${tool}]`);
      const last = at.requests.at(-1);
      if (at.requests.length < before + 4 || last === undefined) throw new Error(output.slice(-600));
      if (/isError\W+true/.test(last)) throw new Error(last.slice(-300));
    },
  ]),
);

/** A model that a hook records for has no tool to record its run a second time. */
async function onlyTheHookRecords(at: Try): Promise<void> {
  const output = await prompted(at, 'Use the tool [S:record]');
  expectSaid(output, 'no such tool');
  const ofPrompt = (task: string | null) => task?.includes('[S:record]') === true;
  const recorded = async () => {
    const tasks = (await episodes(at, 0)).map(({ task }) => task);
    return tasks.some(ofPrompt) && tasks;
  };
  const tasks = await eventually('an episode of the prompt', recorded, RECORDED_MS, LOOK_MS);
  expectSame(tasks.filter((task) => ofPrompt(task) || task === BY_THE_MODEL).length, 1);
}

/** Serves what a run taught, once it is approved. */
async function learnedRuleIsServed(at: Try): Promise<void> {
  const { api, client, learner } = at;
  const known = new Set((await api.call('listChangesets', { query: { status: 'all' } })).map(({ id }) => id));
  const bullets = [{ content: LEARNED, section: 'steps' as const, issue: '', keywords: [] }];
  teach(learner, LEARNED, [
    { op: 'create_skill', name: 'drain-queue', description: 'Deploy the shop', tags: [], bullets },
  ]);
  await prompted(at, client.hasHooks ? 'Deploy the shop [S:fail]' : 'Use the tool [S:record]');
  const changeset = await eventually(
    'a changeset of the learned rule',
    async () =>
      (await api.call('listChangesets', { query: { status: 'all' } })).find(
        ({ id, status }) => !known.has(id) && ['pending', 'applied'].includes(status),
      ),
    LEARNED_MS,
    LOOK_MS,
  );
  learner.reset();
  if (changeset.status === 'pending')
    await api.call('reviewChangeset', {
      path: { cs_id: changeset.id },
      body: { approve: true, comment: 'It is true' },
    });
  await prompted(at, client.hasHooks ? 'Deploy the shop [S:say]' : 'Use the tool [S:recall]');
  expectSaid(at.requests.at(-1), LEARNED);
}

const MORE_CHECKS: Record<string, Check> = {
  'a learned rule in the next prompt': learnedRuleIsServed,
  async 'remember is for the agent of the hook'(at) {
    const memories = await at.api.call('listMemories', { query: { agent_id: AGENT } });
    expectSaid(memories.map(({ content }) => content).join('\n'), REMEMBERED);
  },
  async 'faults leave it alone'(at) {
    await connect(at, 'http://127.0.0.1:1', '--remove');
    // A busy machine slows the client without a gateway too.
    const alone = await prompt(at, 'Deploy the cart [S:say]');
    for (const { name, start } of FAULTY_GATEWAYS.filter(({ name }) => FAULTS.includes(name))) {
      const faulty = await start();
      await connect(at, faulty.url);
      const { code, output, ms } = await prompt(at, 'Deploy the cart [S:say]');
      await faulty.close();
      if (code !== 0 || !output.includes('Done.')) throw new Error(`${name}: ${code}, ${output.slice(-300)}`);
      if (ms > 2 * alone.ms + FAULT_MS)
        throw new Error(`${name}: ${Math.round(ms / 1000)} s, not ${Math.round(alone.ms / 1000)} s`);
    }
  },
};

/** The checks of a client, in order. */
export function checksOf({ name, hasHooks }: RealClient): Record<string, Check> {
  return {
    ...(hasHooks ? HOOK_CHECKS : {}),
    ...(name === 'claude-code' ? SUBAGENT_CHECKS : {}),
    ...(name === 'codex' ? {} : ASK_CHECKS),
    ...CALL_CHECKS,
    ...COMMON_CHECKS,
    ...MORE_CHECKS,
  };
}
