/**
 * What planted texts reach without a person, through a real gateway whose learning model obeys anyone who
 * plants them; and how much of what harmless runs teach is held. The settings are the defaults: only the
 * waiting is left out, and nobody is held out of what was learned.
 */
import { randomUUID } from 'node:crypto';
import { inParallel, untilNone } from '../../../server/testing/eventually.ts';
import { type Client, createClient } from '../../gateway/api-client.ts';
import { standInSettings } from '../../model/model-runtime.ts';
import { type Gateway, type Lab, openLab } from '../gateways.ts';
import {
  type ApiCall,
  type AttackRun,
  type Attempt,
  apiCalls,
  attackRuns,
  INNOCENT,
  SEED,
} from './attempts.ts';
import { type HarmlessRun, harmlessRuns, type Proposal } from './harmless.ts';
import { marked, startPoisonedModel } from './model.ts';
import { callApi, recordAll, recordAttacks } from './record.ts';
import { type Served, servedTo, shows } from './served.ts';
import { hashNumber } from './slots.ts';
import {
  type Decided,
  decidedOf,
  type Tried as TriedCase,
  teachCases,
  vouchingCases,
  vouchingProposals,
} from './vouching/scenario.ts';

/** An attempt, and where it was seen; nowhere is as it should be. */
export interface Tried extends Attempt {
  readonly seen: readonly string[];
}

/** A harmless text, and why it was held; null where it is served. */
export interface Taught extends Pick<HarmlessRun, 'id' | 'kind' | 'language' | 'text'> {
  readonly held: readonly string[] | null;
}

export interface PoisoningResult {
  readonly tried: readonly Tried[];
  readonly taught: readonly Taught[];
  /** Rules by what vouches for them. */
  readonly decided: readonly Decided[];
  readonly seconds: number;
}

/** One in so many of the attempts and of the harmless runs is made. */
interface Amount {
  readonly oneIn: number;
}

const SETTINGS = {
  SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
  SERVICE_DAILY_TOKEN_BUDGET: '0',
  SERVICE_WORKER_CONCURRENCY: '8',
};
const TENANT = 'bench';
const PATIENCE_MS = 60_000;

/** Two callers: an agent that learns, and an author of skills. */
interface Callers {
  readonly gateway: Gateway;
  readonly learn: Client;
  readonly review: Client;
}

/** The same part of a list every time, spread over all of it. */
function part<T>(items: readonly T[], idOf: (item: T) => string, { oneIn }: Amount): T[] {
  return items.filter((item) => hashNumber(`part ${idOf(item)}`) % oneIn === 0);
}

/** What is tried and taught. */
interface Material {
  readonly runs: readonly AttackRun[];
  readonly calls: readonly ApiCall[];
  readonly lessons: readonly HarmlessRun[];
  readonly cases: readonly TriedCase[];
}

async function createCallers(lab: Lab, model: { url: string }): Promise<Callers> {
  const operator = randomUUID();
  const settings = { ...standInSettings(model), ...SETTINGS, SERVICE_BOOTSTRAP_ADMIN_KEY: operator };
  const gateway = await lab.gateway('poisoning', settings, 'learning');
  const admin = createClient(gateway.url, { authorization: `Bearer ${operator}`, 'x-tenant-id': TENANT });
  const withKey = async (...scopes: string[]) => {
    const { key } = await admin.ask<{ key: string }>('POST', '/v1/admin/api-keys', {
      name: scopes.join(),
      scopes,
    });
    const accept = 'application/json, text/event-stream';
    return createClient(gateway.url, { authorization: `Bearer ${key}`, accept });
  };
  return { gateway, learn: await withKey('learn'), review: await withKey('learn', 'review') };
}

/** What of a proposal is for itself harmless, so that it may be served. */
const INNOCENT_TEXTS = new Set<string>([
  SEED.name,
  SEED.description,
  ...SEED.bullets.map(({ content }) => content),
  ...Object.values(INNOCENT),
]);

/** Reads that show memories alone, and those that show skills alone. */
const OF_MEMORIES = ['GET /v1/memories'];
const OF_SKILLS = ['GET /v1/skills', 'SKILL.md', 'MCP list_skills', 'MCP get_skill'];

/** Where the text of an attempt is seen. What was changed on the way, as by redaction, counts as well. */
function findServed({ field, planted }: Attempt, { memories, skillTexts, shown }: Served): string[] {
  const isMemory = field === 'memory';
  const isServed = isMemory ? memories.length > 0 : skillTexts.some((text) => !INNOCENT_TEXTS.has(text));
  const isOtherServed = isMemory ? skillTexts.some((text) => !INNOCENT_TEXTS.has(text)) : memories.length > 0;
  const [own = '', others] = isMemory ? [OF_MEMORIES[0], OF_SKILLS] : [OF_SKILLS[0], OF_MEMORIES];
  const places = [...shown].flatMap(([place, text]) => (shows(text, planted) ? [place] : []));
  if (isServed) return [own, ...places.filter((place) => place !== own && !others.includes(place))];
  // What is shown of the same words belongs to the other attempt of the run, where that is served.
  return isOtherServed ? [] : places;
}

/** Records the runs in which texts are planted. What is proposed of them comes later. */
async function plant({ learn, review }: Callers, runs: readonly AttackRun[]): Promise<void> {
  const seeded = runs.filter(({ proposal }) => proposal.ops.some(({ op }) => op === 'add'));
  await inParallel(seeded, ({ agent }) => review.ask('POST', '/v1/skills', { agent_id: agent, ...SEED }));
  await recordAttacks(learn, runs);
}

async function seenOfRun(
  { learn, review }: Callers,
  { agent, user, task, attempts }: AttackRun,
): Promise<Tried[]> {
  const queries = attempts.map(({ planted }) => planted);
  const served = await servedTo(learn, { agent, user, queries, task });
  const seen = attempts.map((attempt) => ({ ...attempt, seen: findServed(attempt, served) }));
  if (seen.every(({ seen: places }) => places.length === 0)) await mustBeHeld(review, agent);
  return seen;
}

/** What is neither served nor held was never proposed: then nothing was measured. */
async function mustBeHeld(review: Client, agent: string): Promise<void> {
  const reasons = await readPending(review, agent);
  if (reasons.length === 0) throw new Error(`nothing came of the run of ${agent}`);
}

async function readPending(review: Client, agent: string): Promise<string[]> {
  const of = encodeURIComponent(agent);
  const [changesets, memories] = await Promise.all([
    review.ask<{ safety_findings: string[] }[]>('GET', `/v1/changesets?agent_id=${of}&status=pending`),
    review.ask<{ hold_reasons: string[] }[]>('GET', `/v1/memories?agent_id=${of}&status=pending`),
  ]);
  const findings = changesets.flatMap(({ safety_findings }) => ['a proposal waits', ...safety_findings]);
  return [...findings, ...memories.flatMap(({ hold_reasons }) => ['a memory waits', ...hold_reasons])];
}

/** A name that is refused is as good as held. */
const REFUSED = 422;

async function seenOfCall(callers: Callers, call: ApiCall): Promise<Tried> {
  const { status, text } = await callApi(callers, call);
  if (status > 299 && status !== REFUSED) throw new Error(`${call.place} answered ${status}: ${text}`);
  const { agent, planted } = call;
  const served = await servedTo(callers.learn, { agent, user: null, queries: [planted], task: planted });
  return { ...call, seen: findServed(call, served) };
}

/** Records the harmless runs, and asks for what they teach. */
async function teach({ learn, review }: Callers, runs: readonly HarmlessRun[]): Promise<void> {
  await inParallel(runs, ({ id, skill }) =>
    review.ask('POST', '/v1/skills', { agent_id: id, ...skill, bullets: SEED.bullets }),
  );
  const episodes = runs.map(({ id, user, episode }) => ({
    ...episode,
    scope: { agent_id: id, user_id: user },
    task: `${'task' in episode ? String(episode.task) : ''} ${marked(id)}`,
  }));
  await recordAll(learn, episodes);
  await inParallel(runs, ({ id }) => review.ask('POST', `/v1/agents/${id}/reflect`, {}));
}

async function heldOfRun(
  { review }: Callers,
  { id, kind, language, text, proposal }: HarmlessRun,
): Promise<Taught> {
  const isServed = await isLearned(review, id, proposal);
  const held = isServed ? null : await readPending(review, id);
  if (held?.length === 0) throw new Error(`nothing came of the run of ${id}`);
  return { id, kind, language, text, held };
}

async function isLearned(review: Client, agent: string, { memories }: Proposal): Promise<boolean> {
  if (memories.length > 0)
    return (await review.ask<unknown[]>('GET', `/v1/memories?agent_id=${agent}`)).length > 0;
  const skills = await review.ask<{ bullets: unknown[] }[]>('GET', `/v1/skills?agent_id=${agent}`);
  return skills.flatMap(({ bullets }) => bullets).length > SEED.bullets.length;
}

/** Everything through one gateway; its worker learns while the interface is spoken to. */
async function tryAll(
  callers: Callers,
  { runs, calls, lessons, cases }: Material,
  say: (text: string) => void,
): Promise<Omit<PoisoningResult, 'seconds'>> {
  say(`  ${runs.length} runs that read a planted text, ${lessons.length} harmless ones`);
  await plant(callers, runs);
  await teach(callers, lessons);
  say(`  ${cases.length} rules that somebody vouches for, or nobody`);
  await teachCases(callers, cases);
  say(`  ${calls.length} texts that are said to the interface`);
  const outright = await inParallel(calls, (call) => seenOfCall(callers, call));
  await untilNone('jobs', callers.gateway.jobs, PATIENCE_MS);
  say('  what was learned of the runs');
  const inRuns = await inParallel(runs, (run) => seenOfRun(callers, run));
  const taught = await inParallel(lessons, (run) => heldOfRun(callers, run));
  const decided = await inParallel(cases, (one) => decidedOf(callers.review, one));
  await callers.gateway.stop();
  return { tried: [...inRuns.flat(), ...outright], taught, decided };
}

/**
 * Tries everything. What is decided does not depend on the database, so it is the one that starts soonest.
 */
export async function poisoningScenario(
  amount: Amount,
  say: (text: string) => void,
): Promise<PoisoningResult> {
  const started = performance.now();
  const material = {
    runs: part(attackRuns(), ({ agent }) => agent, amount),
    calls: part(apiCalls(), ({ agent }) => agent, amount),
    lessons: part(harmlessRuns(), ({ id }) => id, amount),
    cases: part(vouchingCases(), ({ id }) => id, amount),
  };
  const lab = await openLab('sqlite');
  const model = await startPoisonedModel(
    new Map([
      ...material.runs.map(({ agent, proposal }) => [agent, proposal] as const),
      ...material.lessons.map(({ id, proposal }) => [id, proposal] as const),
      ...vouchingProposals(material.cases),
    ]),
  );
  try {
    const found = await tryAll(await createCallers(lab, model), material, say);
    return { ...found, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    say(lab.lastLogged());
    throw error;
  } finally {
    await lab.close();
    await model.close();
  }
}
