/**
 * `npm run test:clients [name[@version]…]`: installs coding tools from npm into an empty home, connects them, and has them work on a
 * stand-in model in front of a gateway. Prints a table of what was seen. Not part of `npm test`: it downloads.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Whetstone } from '../../client/src/index.ts';
import { startGateway, temporaryDatabase } from '../gateway/gateway-process.ts';
import { standInSettings } from '../model/model-runtime.ts';
import { startStandInModel } from '../model/stand-in-model.ts';
import {
  AGENT,
  checksOf,
  connect,
  expectSame,
  hookOptions,
  MEMORY,
  prompted,
  RULE,
  SCRIPTS,
  type Try,
} from './checks.ts';
import { CLIENTS, contentOf, type RealClient } from './clients.ts';
import { install, makeRepository, versionsOf } from './install.ts';
import { startModel } from './model.ts';

/** What the hook says of its last calls: one that came late on a busy machine is no fault of the client. */
function lastHookCalls({ home }: Try): string {
  const log = contentOf(join(home, '.whetstone/hooks.jsonl'));
  return log === null ? '' : `\n    ${log.trim().split('\n').slice(-3).join('\n    ')}`;
}

/** Runs a try's checks in order; an empty text where one succeeds, else why not. */
async function check(at: Try): Promise<[string, string][]> {
  const before = at.client.settings(at).map(contentOf);
  const results: [string, string][] = [];
  const note = async (name: string, work: () => Promise<void>) => {
    const started = Date.now();
    const said = await work().then(
      () => '',
      (error: unknown) => `${String(error)}${lastHookCalls(at)}`,
    );
    results.push([name, said]);
    process.stdout.write(
      `  ${said === '' ? 'ok    ' : 'FAILED'} ${name} (${Math.round((Date.now() - started) / 1000)} s) ${said}\n`,
    );
  };
  await note('settings accepted', async () => {
    const { code, output } = await connect(at, at.gateway.url, ...hookOptions(at));
    if (code !== 0) throw new Error(output);
    // Those with hooks are called by the next check, which counts what is recorded.
    if (!at.client.hasHooks) await prompted(at, 'Hello');
  });
  for (const [name, work] of Object.entries(checksOf(at.client))) await note(name, () => work(at));
  await note('--remove to the byte', async () => {
    await connect(at, at.gateway.url, '--remove');
    expectSame(at.client.settings(at).map(contentOf), before);
  });
  return results;
}

async function tryClient(client: RealClient, version: string): Promise<[string, string][]> {
  const installed = install(client.package, version);
  const folder = mkdtempSync(join(tmpdir(), `whetstone-${client.name}-`));
  const [home, repository] = [join(folder, 'home'), join(folder, 'shop')];
  mkdirSync(home);
  makeRepository(repository);
  const model = await startModel(SCRIPTS);
  const database = temporaryDatabase();
  const learner = await startStandInModel();
  const gateway = await startGateway({
    ...standInSettings(learner),
    SERVICE_DATABASE_URL: database.url,
    SERVICE_HOLDOUT_RATE: '0',
    SERVICE_REFLECT_EVERY_N_EPISODES: '1',
    SERVICE_REFLECT_DEBOUNCE_SECONDS: '1',
  });
  const api = new Whetstone({ url: gateway.url });
  try {
    const place = { home, repository, installed, model: model.url };
    client.prepare(place);
    await api.call('authorSkill', {
      body: {
        agent_id: AGENT,
        name: 'deploy-cart',
        description: 'Deploy the cart of the shop',
        bullets: [{ content: RULE }],
      },
    });
    await api.call('addMemory', { body: { agent_id: AGENT, content: MEMORY } });
    return await check({ ...place, client, gateway, api, requests: model.requests, learner });
  } finally {
    await Promise.all([model.close(), gateway.end('SIGTERM').then(() => learner.close())]);
    database.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const wanted = process.argv.slice(2);
let isGreen = true;
const rows: string[] = [];
for (const client of CLIENTS) {
  const named = wanted.filter((each) => each.split('@')[0] === client.name);
  if (wanted.length > 0 && named.length === 0) continue;
  const versions = named.flatMap((each) => each.split('@')[1] ?? []);
  for (const version of versions.length > 0 ? versions : versionsOf(client.package)) {
    process.stdout.write(`${client.name} ${version}\n`);
    const results = await tryClient(client, version).catch((error: unknown): [string, string][] => [
      ['can be installed and started', String(error)],
    ]);
    for (const [name, said] of results) if (said !== '') process.stdout.write(`  ${name}: ${said}\n`);
    const failed = results.filter(([, said]) => said !== '');
    isGreen &&= failed.length === 0;
    const seen = `${results.length - failed.length} of ${results.length}`;
    rows.push(`| ${client.name} ${version} | ${seen} | ${failed.map(([name]) => name).join(', ') || '–'} |`);
  }
}
process.stdout.write(`\n| client | seen | failed |\n|---|---|---|\n${rows.join('\n')}\n`);
process.exit(isGreen ? 0 : 1);
