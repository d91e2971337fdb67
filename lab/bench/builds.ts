/**
 * The scenario `builds`: CPU a request of this build and of the one in the folder `--before`, each on a database of its own
 * with the same knowledge, in alternating rounds; a recall before a call of a tool beside an ordinary one.
 */
import { createClient } from '../gateway/api-client.ts';
import { textTable } from '../text-table.ts';
import { loadKnowledge } from './load-knowledge.ts';
import { type Measured, measure, type Row, type Scene, type Spread, summarise } from './measure.ts';
import { type MeasuredServer, startLoad, startServer } from './processes.ts';
import { additions, episode, LARGE, type LoadRequest, posts, recalls, type Scenario } from './scenarios.ts';

const BUILDS = ['before', 'after'] as const;

/** Calls that a rule of a recall applies to, of a session that was not shown it yet and of those that were. */
async function momentRequests(url: string): Promise<LoadRequest[]> {
  const { ask } = createClient(url);
  const rule = {
    content: 'Run the tests before you push',
    applies_when: [{ tool: 'Bash', command: 'git push*' }],
  };
  const skill = { name: 'deploy-safely', description: 'Deploy a service to production', bullets: [rule] };
  await ask('POST', '/v1/skills', { agent_id: LARGE.agent, ...skill });
  const query = { query: 'Deploy a service to production', scope: { agent_id: LARGE.agent } };
  const { recall_id } = await ask<{ recall_id: string }>('POST', '/v1/recall', query);
  return posts('/v1/recall', (_, index) => ({
    scope: query.scope,
    moment: { recall_id, tool: { name: 'Bash', arguments: { command: `git push origin main-${index}` } } },
  }));
}

/** A build of before there were moments is not asked for them. */
async function knowsMoments(url: string): Promise<boolean> {
  return (await (await fetch(`${url}/openapi.json`)).text()).includes('"moment"');
}

async function scenariosOf(build: string, url: string): Promise<Scenario[]> {
  const requests = {
    'recall 2,000/500': recalls(LARGE.agent),
    ...((await knowsMoments(url)) && { 'recall with a moment': await momentRequests(url) }),
    'add a memory beside 2,000': additions(LARGE.agent),
    'record episode': posts('/v1/episodes', episode),
  };
  return Object.entries(requests).map(([name, of]) => ({
    name: `${name}, ${build}`,
    form: build,
    requests: of,
  }));
}

const HEADINGS = [
  ...['scenario', 'c', 'CPU before, ms', 'CPU after, ms', 'of it database', 'after / before'],
  ...['p50 ms', 'p99 ms'],
];

const ms = ({ median, low, high }: Spread) =>
  [median, low, high].map((value) => (value / 1000).toFixed(3)).join(' ');

function lineOf(before: Row, after: Row): string[] {
  const database = [before, after].map(({ databaseCpu }) => (databaseCpu.median / 1000).toFixed(3));
  return [
    ...[after.scenario.replace(/, after$/, ''), String(after.connections)],
    ...[ms(before.cpu), ms(after.cpu), database.join(' → ')],
    (after.cpu.median / before.cpu.median).toFixed(2),
    ...[after.p50.median.toFixed(2), after.p99.median.toFixed(2)],
  ];
}

export async function buildsScenario({ dialect, databases, quick, before, say }: Scene): Promise<Measured> {
  if (before === null) throw new Error('name the folder of the other build with --before');
  const servers = new Map<string, MeasuredServer>();
  const load = startLoad();
  try {
    const scenarios: Scenario[] = [];
    for (const name of BUILDS) {
      const options = name === 'before' ? { build: before } : {};
      const server = await startServer('gateway', await databases.url(name), options);
      servers.set(name, server);
      await loadKnowledge(server.url, LARGE);
      scenarios.push(...(await scenariosOf(name, server.url)));
    }
    const samples = await measure({
      // Those of one name follow each other.
      scenarios: scenarios.toSorted((a, b) => a.name.localeCompare(b.name)),
      ...{ servers, load, rounds: quick ? 1 : 5, seconds: quick ? 2 : 3, connections: [1, 16] },
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, connections, cpuMicrosecondsPerRequest }) =>
        say(`  ${dialect} ${scenario} c=${connections}: ${cpuMicrosecondsPerRequest.toFixed(0)} µs`),
    });
    const rows = summarise(samples);
    const pairs = rows
      .filter(({ scenario }) => scenario.endsWith(', after'))
      .flatMap((after) => {
        const name = after.scenario.replace(/after$/, 'before');
        const other = rows.find((row) => row.scenario === name && row.connections === after.connections);
        return other === undefined ? [] : [lineOf(other, after)];
      });
    const heading = `${dialect}, CPU as median, lowest and highest of the rounds, with that of the database\n`;
    return { figures: { rows }, lines: `${heading}\n${textTable(HEADINGS, pairs)}` };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}
