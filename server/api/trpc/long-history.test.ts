/** What the dashboard and the endpoints read of a history of a million runs: no more than they show. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../platform/db/migrations/migrate.ts';
import {
  explainAll,
  type Reading,
  readingsOf,
  startLoggingPostgres,
} from '../../testing/database/logged-plans.ts';
import { fillHistory, LONG, recentChangeset } from '../../testing/database/partitioned-history.ts';
import { createDatabase, type TestPostgres } from '../../testing/database/postgres.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { TEST_START } from '../../testing/test-start.ts';
import { appRouter } from '../operations/router.ts';
import { callerFactory } from './fields.ts';
import { dashboardRouter } from './router.ts';

const ROWS = 1_000_000;
const TABLES = ['episode', 'recall', 'episode_credit', 'audit_entry', 'webhook_delivery'];
/** Rows that a statement may read: those of a page many times over. A part of them is left out by a filter, or fits together. */
const MOST_ROWS = 3000;
/** The present partition, the one before, and those ahead, which are empty. */
const MOST_PARTITIONS = 5;

const NOW = new Date(TEST_START);
const SINCE = new Date(TEST_START - 30 * 86_400_000).toISOString();
const OP = { op: 'create_skill', name: 'new-one', description: 'x', tags: [], bullets: [] };
const { skill, canary, memory, rule } = LONG;
const changeset = recentChangeset(NOW);
/** A run with its recall, by their ids; known once the history is written. */
const run = { episode: '', recall: '' };
const agent = { agentId: 'support' };

/** Inputs by query, each of which is asked with all of them; a query that is not named is asked with none. */
const inputs = ({ episode, recall }: typeof run): Record<string, object[]> => ({
  'audit.search': [
    {},
    { resource: 'skill:' },
    { skillId: skill },
    { text: 'voucher' },
    { text: 'order number 4711' },
    { text: 'nowhere' },
    { from: SINCE, to: new Date(TEST_START - 29 * 86_400_000).toISOString() },
  ],
  'canaries.detail': [{ id: canary }],
  'canaries.episodes': [{ id: canary }, { id: canary, arm: 'candidate' }],
  'changesets.counts': [{ since: SINCE }],
  'changesets.detail': [{ id: changeset }],
  'changesets.headlines': [{ ids: [changeset] }],
  'changesets.texts': [{ id: changeset }],
  'changesets.previewMany': [{ ids: [changeset] }],
  'changesets.check': [{ ...agent, ops: [OP] }],
  'episodes.list': [
    {},
    agent,
    { ...agent, outcome: 'failure' },
    { userId: 'u_7' },
    { sessionId: 'session-77' },
    { reflected: false },
    { ...agent, text: 'voucher' },
    { text: 'order number 4711' },
    { text: 'nowhere' },
  ],
  'episodes.detail': [{ id: episode }],
  'episodes.tasks': [{ ids: [episode] }],
  'episodes.citedBy': [{ id: episode }],
  'erasure.preview': [{ userId: 'u_7' }],
  'insights.read': [agent],
  'insights.library': [agent],
  'insights.skills': [{}, agent],
  'insights.lift': [{}, agent],
  'insights.wordings': [{ ruleIds: [rule] }],
  'memories.chain': [{ id: memory }],
  'memories.byIds': [{ ids: [memory] }],
  'memories.profile': [{ ...agent, userId: 'u_7' }],
  'overview.find': [{ text: 'voucher' }, { text: 'order number 4711' }, { text: 'nowhere' }],
  'recalls.detail': [{ id: recall }],
  'recalls.preview': [{ query: 'Handle an order', scope: { agent_id: 'support' } }],
  'skills.detail': [{ id: skill }],
  'skills.markdown': [{ id: skill }],
  'skills.versions': [{ id: skill }],
  'skills.approvals': [{ id: skill }],
  'skills.performance': [{ id: skill }],
  'skills.measurement': [{ id: skill }],
  'skills.evolution': [{ id: skill }],
  'webhooks.deliveries': [{ webhookId: 'wh_none' }],
  exportEpisodes: [{ agent_id: 'support' }],
  getChangeset: [{ cs_id: changeset }],
  listEpisodes: [{}, { agent_id: 'support', outcome: 'failure' }],
  latestEpisode: [{ agent_id: 'support', session_id: 'session-77' }],
  getEpisode: [{ episode_id: episode }],
  readInsights: [{ agent_id: 'support' }],
  readMeasurement: [{ skill_id: skill }],
  getProfile: [{ agent_id: 'support', user_id: 'u_7' }],
  explainRecall: [{ recall_id: recall }],
  getSkill: [{ ref: skill, agent_id: 'support' }],
  exportSkill: [{ ref: skill, agent_id: 'support' }],
  listVersions: [{ ref: skill, agent_id: 'support' }],
  listWebhookDeliveries: [{ webhook_id: 'wh_none' }],
});
/** They read all of something, as they say. */
const WHOLE = ['exportEpisodes', 'exportTenant', 'listTenants', 'tenants.list'];

let server: TestPostgres;
let url: string;
let runtime: TestRuntime;
beforeAll(async () => {
  server = await startLoggingPostgres();
  url = await createDatabase(server.url, 'history');
  await migrate(url);
  await fillHistory(url, 'dev', { rows: ROWS, now: NOW });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<typeof run>(
    'SELECT id AS episode, recall_id AS recall FROM episode ORDER BY id DESC LIMIT 1',
  );
  Object.assign(run, rows[0]);
  await client.end();
  await explainAll(url);
  runtime = await openTestRuntime('postgresql', { SERVICE_DATABASE_URL: url });
}, 1_200_000);
afterAll(async () => {
  await runtime.dispose();
  await server.stop();
});

type Query = (input: object) => Promise<unknown>;

/** All queries by name, as the tenant of the history calls them. */
function queriesOf(): [string, Query][] {
  const context = { runtime, principal: { ...freshPrincipal(), tenant: 'dev' } };
  const routers = [
    [dashboardRouter._def.procedures, callerFactory(dashboardRouter)(context)],
    [appRouter._def.procedures, appRouter.createCaller(context)],
  ] as const;
  return routers.flatMap(([procedures, caller]) =>
    Object.entries(procedures as unknown as Record<string, { _def: { type: string } }>)
      .filter(([name, { _def }]) => _def.type === 'query' && !WHOLE.includes(name))
      .map(([name]): [string, Query] => {
        const call = name.split('.').reduce<unknown>((at, part) => Reflect.get(at as object, part), caller);
        return [name, call as Query];
      }),
  );
}

/** What few rows may have is looked for everywhere. */
const RARE = ['text', 'skillId', 'userId', 'sessionId', 'session_id'];
const excess = ({ rows, partitions }: Reading, input: object): boolean =>
  rows > MOST_ROWS || (partitions > MOST_PARTITIONS && !RARE.some((key) => key in input));

it('reads no table from end to end, few partitions, and few rows beside those that it shows', async () => {
  const found: string[] = [];
  for (const [name, call] of queriesOf()) {
    for (const input of inputs(run)[name] ?? [{}]) {
      // What is not there is an answer too; a wrong input would be none.
      const work = async () =>
        await call(input).catch((error: Error & { cause?: { kind?: string } }) => {
          if (error.cause?.kind !== 'not_found') found.push(`${name}: ${error.message}`);
        });
      const readings = await readingsOf(server, url, { name, tables: TABLES, work });
      for (const reading of readings.filter((one) => excess(one, input))) {
        const { rows, partitions, sql } = reading;
        found.push(
          `${name} ${JSON.stringify(input)}: ${rows} rows, ${partitions} partitions: ${sql.replace(/\s+/g, ' ').slice(0, 300)}`,
        );
      }
    }
  }
  expect(found).toEqual([]);
}, 600_000);
