/** One tenant that asks for as much as it can; another one must be served meanwhile. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel, numbers } from '../../server/testing/eventually.ts';
import { besideOthers } from './beside-others.ts';
import { type Attack, operatorIn, type Target } from './target.ts';

const CROWD = 'crowd';
const _QUIET = 'quiet';
const CALLERS = 16;
const LONG_QUERY = 'refund the order of a customer who paid twice '.repeat(2100);

const unexpected = (statuses: readonly number[], right: readonly number[]) =>
  [...new Set(statuses.filter((status) => !right.includes(status)))].map((status) => `status ${status}`);

/** `count` requests by so many callers at once; their statuses. */
async function send(count: number, one: (at: number) => Promise<number>): Promise<number[]> {
  return await inParallel(numbers(count), one, CALLERS);
}

async function longQueries(target: Target, count: number): Promise<Attack> {
  return await besideOthers(target, 'recalls of 100,000 characters', async () => {
    const body = { query: LONG_QUERY };
    const statuses = await send(
      count,
      async () => (await target.as(CROWD, { method: 'POST', path: '/v1/recall', body })).status,
    );
    return { tried: count, broken: unexpected(statuses, [200]) };
  });
}

/** Each agent has knowledge of its own in memory, totals of its own, and jobs. */
async function manyAgents(target: Target, count: number): Promise<Attack> {
  return await besideOthers(target, 'agents without number', async () => {
    const statuses = await send(count, async (at) => {
      const scope = { agent_id: `agent-${at}` };
      await target.as(CROWD, { method: 'POST', path: '/v1/recall', body: { query: 'Refund', scope } });
      const body = { task: 'Refund', outcome: 'failure', scope, framework: `framework-${at}` };
      return (await target.as(CROWD, { method: 'POST', path: '/v1/episodes', body })).status;
    });
    return { tried: 2 * count, broken: unexpected(statuses, [200, 201]) };
  });
}

/** So many that reading them takes longer than a busy machine may delay the other request. */
const DOCUMENTS = 12;
const ANOTHER = 'documents-of-another';

/** A document that takes long is read in its turn; the one of another tenant does not wait for all of them. */
async function manyDocuments(target: Target): Promise<Attack> {
  return await besideOthers(target, 'long documents of one tenant', async () => {
    const markdown = `---\nname: long\ndescription: Long\n---\n\n${'- Check the order\n'.repeat(1200)}`;
    const read = (tenant: string) =>
      target.as(tenant, { method: 'POST', path: '/v1/skills/import', body: { markdown } });
    // What a gateway and a tenant do once does not count.
    for (const tenant of [CROWD, ANOTHER]) await read(tenant);
    let done = 0;
    const crowd = async () => {
      const { status } = await read(CROWD);
      if (status === 200) done += 1;
      return status;
    };
    const another = async () => {
      const { status } = await read(ANOTHER);
      return { other: status, before: done };
    };
    const all = Promise.all(Array.from({ length: DOCUMENTS }, crowd));
    const [statuses, { other, before }] = await Promise.all([all, another()]);
    return {
      tried: DOCUMENTS + 1,
      broken: [
        ...unexpected([...statuses, other], [200, 429]),
        ...(other === 200 ? [] : [`another tenant's document is ${other}`]),
        ...(before < done || done <= 1 ? [] : ['another tenant waited for all of them']),
      ],
    };
  });
}

const UNREAD = 40;
/** Kept whole, so many replies are more. */
const MOST_HELD_MB = 200;

/** Exports that are asked for and never read: what waits for a reader must not be kept in memory. */
async function unreadReplies(target: Target): Promise<Attack> {
  const { hostname, port } = new URL(target.url);
  return await besideOthers(target, 'replies that nobody reads', async () => {
    const task = 'what the customer wrote '.repeat(800);
    const episodes = Array.from({ length: 50 }, (_, at) => ({
      task: `${at} ${task}`,
      scope: { agent_id: 'unread' },
    }));
    const filled: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      filled.push(
        (await target.as(CROWD, { method: 'POST', path: '/v1/episodes:batch', body: episodes })).status,
      );
    }
    const before = (await target.usage()).residentBytes;
    const head = Object.entries({ host: hostname, ...operatorIn(CROWD) }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const sockets = Array.from({ length: UNREAD }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(`GET /v1/agents/unread/export HTTP/1.1\r\n${head.join('')}\r\n`);
      return socket.pause();
    });
    await sleep(3000);
    const grown = ((await target.usage()).residentBytes - before) / 2 ** 20;
    for (const socket of sockets) socket.destroy();
    return {
      tried: UNREAD,
      broken: [
        ...unexpected(filled, [200, 201]),
        ...(grown < MOST_HELD_MB ? [] : [`${UNREAD} readers that do not read hold ${grown.toFixed(0)} MB`]),
      ],
    };
  });
}

const EXPORTED_BATCHES = 12;
const AUDITED = 8000;

/** Exports of what is long, to a reader that takes each piece at once: others get their turn all the same. */
async function longExports(target: Target): Promise<Attack> {
  return await besideOthers(target, 'long exports that are read at once', async () => {
    const scope = { agent_id: 'exported' };
    const episodes = Array.from({ length: 1000 }, (_, at) => ({ task: `${at} Refund an order`, scope }));
    const filled: number[] = [];
    for (let batch = 0; batch < EXPORTED_BATCHES; batch += 1) {
      const call = { method: 'POST', path: '/v1/episodes:batch', body: episodes } as const;
      filled.push((await target.as(CROWD, call)).status);
    }
    // Each is an entry of the audit log.
    const erased = await send(
      AUDITED,
      async (at) => (await target.as(CROWD, { method: 'DELETE', path: `/v1/admin/users/u-${at}` })).status,
    );
    const broken = unexpected([...filled, ...erased], [200, 201]);
    const exports = ['/v1/agents/exported/export', '/api/audit-export?format=csv', '/api/audit-export'];
    for (const path of exports) {
      const { status, text } = await target.as(CROWD, { method: 'GET', path });
      const lines = text.split('\n').length;
      if (status !== 200 || lines < AUDITED) broken.push(`${path}: ${status} with ${lines} lines`);
    }
    return { tried: exports.length, broken };
  });
}

/** All of them, one after the other; `brief` sends fewer, and nothing that needs much to be stored first. */
export async function tryCrowding(target: Target, { brief }: { brief: boolean }): Promise<Attack[]> {
  return [
    await longQueries(target, brief ? 32 : 300),
    await manyAgents(target, brief ? 50 : 1500),
    await manyDocuments(target),
    ...(brief ? [] : [await unreadReplies(target), await longExports(target)]),
  ];
}
