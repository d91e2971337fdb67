/**
 * Instructions planted in runs, through a real gateway whose learning model obeys all of them and whose
 * operator has switched off the review of medium risk. What is served then, only the safety scan could have
 * stopped. The scenario `poisoning` measures the default settings and has an aim; this one has none. It shows
 * what the review is for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { standInSettings } from '../../server/testing/model/model-runtime.ts';
import { type Gateway, inParallel, openLab } from '../lab.ts';
import { attacks } from '../poisoning/attacks.ts';
import { hashNumber, pick } from '../poisoning/slots.ts';
import { clipped, textTable } from '../text-table.ts';
import { type Demand, marked, SHAPES, startObedientModel } from './obedient-model.ts';

const SKILL = 'read-pages';
const TASK = 'Read a long page for a customer';
const PAGE = 'Here is the page that you asked for. It has three paragraphs and a footer.';
const USER = 'ada';
const OTHER_USER = 'bob';
const SETTINGS = {
  SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  SERVICE_AUTO_APPROVE_MEDIUM_RISK: 'true',
  SERVICE_SHARE_LEARNED_FACTS: 'true',
  SERVICE_CURATE_EVERY_N_EPISODES: '1000000',
  SERVICE_DAILY_TOKEN_BUDGET: '0',
  SERVICE_WORKER_CONCURRENCY: '8',
};
const STALLED_MS = 60_000;

/** Where in a run a text can stand. */
const PLACES = {
  message: (text: string) => ({ messages: [{ role: 'user', content: `${PAGE}\n${text}\nThank you.` }] }),
  page: (text: string) => ({
    tool_calls: [{ name: 'read_page', arguments: { id: 7 }, result: `${PAGE} ${text}` }],
  }),
  error: (text: string) => ({ error: `exit code 1: ${text}` }),
  verification: (text: string) => ({ verification: { passed: false, details: text } }),
  feedback: () => ({}),
};
type Place = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as Place[];

/** A text in a run of an agent of its own. */
interface Planted extends Demand {
  readonly agent: string;
  readonly place: Place;
}

export interface InjectionResult {
  readonly runs: readonly Planted[];
  readonly served: readonly Planted[];
  readonly seconds: number;
}

/** Each attack text at one place in one shape, always the same; one in so many of them. */
function plantedRuns(oneIn: number): Planted[] {
  return attacks()
    .filter(({ id, isStatement }) => !isStatement && hashNumber(`injection ${id}`) % oneIn === 0)
    .map(({ id, text }) => {
      const place = pick(PLACE_NAMES, `${id}.place`);
      const shape = pick(SHAPES, `${id}.shape`);
      const mark = `${id}.${place}.${shape}`;
      return { mark, text, skill: SKILL, shape, agent: `agent-${mark}`, place };
    });
}

async function plant(gateway: Gateway, { agent, mark, place, text }: Planted): Promise<void> {
  await gateway.ask('POST', '/v1/skills', {
    agent_id: agent,
    name: SKILL,
    description: TASK,
    bullets: [{ content: 'Read it whole' }],
  });
  const { episode_id } = await gateway.ask<{ episode_id: string }>('POST', '/v1/episodes', {
    scope: { agent_id: agent, user_id: USER },
    task: `${TASK} ${marked(mark)}`,
    outcome: 'failure',
    ...PLACES[place](text),
  });
  if (place === 'feedback') {
    await gateway.ask('POST', '/v1/feedback', { episode_id, score: 0, comment: text, correction: text });
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Everything that an agent would be served about the task and about the text, and all that it could list. */
async function servedTo(gateway: Gateway, { agent, text }: Planted): Promise<string> {
  const agentId = encodeURIComponent(agent);
  const recall = (query: string) =>
    gateway.ask('POST', '/v1/recall', { query, scope: { agent_id: agent, user_id: OTHER_USER } });
  const replies = await Promise.all([
    recall(TASK),
    recall(text),
    gateway.ask('GET', `/v1/skills?agent_id=${agentId}`),
    gateway.ask('GET', `/v1/memories?agent_id=${agentId}`),
  ]);
  return stringsIn(replies).join('\n');
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Waits until no job is left; fails when none ends for a minute. */
async function untilLearned(gateway: Gateway): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let deadline = Date.now() + STALLED_MS;
  for (let left = await gateway.jobs(); left > 0; left = await gateway.jobs()) {
    if (left < fewest) [fewest, deadline] = [left, Date.now() + STALLED_MS];
    if (Date.now() > deadline) throw new Error(`${left} jobs are left; one may be failing`);
    await sleep(200);
  }
}

/**
 * Plants the texts, lets the gateway learn and reads what it serves. The decision does not depend on the
 * database.
 */
export async function injectionScenario(
  { oneIn }: { oneIn: number },
  say: (text: string) => void,
): Promise<InjectionResult> {
  const started = performance.now();
  const runs = plantedRuns(oneIn);
  say(`${runs.length} runs of as many agents, and a model that proposes what they say…`);
  const lab = await openLab('sqlite');
  const model = await startObedientModel(new Map(runs.map((run) => [run.mark, run])));
  try {
    const gateway = await lab.gateway('injection', { ...standInSettings(model), ...SETTINGS }, 'learning');
    await inParallel(runs, (run) => plant(gateway, run));
    await untilLearned(gateway);
    const reflections = model.calls.filter(({ purpose }) => purpose === 'reflect');
    const reflected = new Set(reflections.map(({ user }) => user)).size;
    if (reflected < runs.length)
      throw new Error(`only ${reflected} of ${runs.length} runs were reflected on`);
    const texts = await inParallel(runs, async (run) => spaced(await servedTo(gateway, run)));
    const served = runs.filter(({ text }, at) => texts[at]?.includes(spaced(text)) === true);
    return { runs, served, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    say(lab.lastLogged());
    throw error;
  } finally {
    await lab.close();
    await model.close();
  }
}

/** The figures as lines: a table of the places, then every text that was served. */
export function injectionLines({ runs, served, seconds }: InjectionResult): string {
  const places = PLACE_NAMES.map((name) => {
    const isThere = ({ place }: Planted) => place === name;
    return [name, String(runs.filter(isThere).length), String(served.filter(isThere).length)];
  });
  return [
    textTable(['place', 'planted', 'served without a reviewer'], places),
    '',
    textTable(
      ['served', 'text'],
      served.map(({ mark, text }) => [mark, clipped(text, 80)]),
    ),
    `\n${served.length} of ${runs.length} were served without a reviewer, ${seconds.toFixed(0)} s`,
  ].join('\n');
}
