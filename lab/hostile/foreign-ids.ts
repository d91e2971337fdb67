/** Another tenant's ids at every door: nothing of that tenant comes out, and nothing of it changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dashboardRouter } from '../../server/api/trpc/router.ts';
import type { Call, Caller, ContractReply } from '../../server/testing/contract/contract-case.ts';
import { GOVERNANCE_CASES } from '../../server/testing/contract/governance-cases.ts';
import { LEARNING_CASES } from '../../server/testing/contract/learning-cases.ts';
import { type Row, readTenantRows } from '../faults/rows.ts';
import { type Generator, generateValue, type Schema } from './generate-value.ts';
import { documentedOperations, generateCall, resolveSchema } from './generated-requests.ts';
import { type Attack, attack, type Target } from './target.ts';

const OURS = 'ours';
const THEIRS = 'theirs';
const ID = /\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;
/** What nothing has changed for so long stays as it is. */
const SETTLED_MS = 1500;
const SETTLES_WITHIN_MS = 60_000;
/** Ids that a reply makes for the request itself. */
const OF_REPLIES = new Set(['req']);

const kindOf = (id: string) => id.slice(0, id.indexOf('_'));
const idsIn = (text: string) => (text.match(ID) ?? []).filter((id) => !OF_REPLIES.has(kindOf(id)));

/** A word in all that the tenant says, which the other one never does. */
const MARK = 'zebra7351';
const SAID = new Set(['task', 'content', 'description', 'query', 'comment', 'question']);

const marked = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      SAID.has(name) && typeof value === 'string' ? `${value} ${MARK}` : value,
    ),
  );

/** Fills a tenant by every operation's own example; its ids, some of each kind, and the cursors of its lists. */
async function fillTenant(
  target: Target,
  perKind: number,
): Promise<{ all: Set<string>; some: string[]; cursors: string[] }> {
  const all = new Set<string>();
  const cursors = new Set<string>();
  const note = (reply: ContractReply) => {
    for (const id of idsIn(reply.text)) all.add(id);
    const next =
      reply.headers.get('x-next-cursor') ?? (reply.json as { next_cursor?: string } | undefined)?.next_cursor;
    if (typeof next === 'string') cursors.add(next);
    return reply;
  };
  const as: Caller = async ({ body, ...call }) =>
    note(await target.as(OURS, body === undefined ? call : { ...call, body: marked(body) }));
  for (const example of Object.values({ ...LEARNING_CASES, ...GOVERNANCE_CASES })) {
    const call = await example.valid(as);
    // What deletes would leave less to look for.
    if (call.method !== 'DELETE') await as(call);
  }
  for (const { method, path, parameters } of documentedOperations()) {
    const takesLimit = parameters.some(({ name }) => name === 'limit');
    if (method === 'GET' && !path.includes('{'))
      await as({ method, path: takesLimit ? `${path}?limit=1` : path });
  }
  const some = [...Map.groupBy(all, kindOf).values()].flatMap((own) => own.slice(0, perKind));
  return { all, some, cursors: [...cursors] };
}

type TablesOfRows = Readonly<Record<string, readonly Row[]>>;

async function rowsOf(target: Target): Promise<TablesOfRows> {
  // Its jobs go on by themselves, some of them later.
  const { jobs: _, ...rows } = await readTenantRows(target.databaseUrl, OURS);
  return rows;
}

/** What has changed, by table: how many rows are gone, how many are new, and which columns of the others differ. */
function changesOf(before: TablesOfRows, after: TablesOfRows): string[] {
  return Object.entries(after).flatMap(([table, now]) => {
    const was = before[table] ?? [];
    const [gone, come] = [without(was, now), without(now, was)];
    const pairs = come.flatMap((row) => gone.filter(({ id }) => id === row['id']).map((old) => [old, row]));
    const columns = pairs.flatMap(([old = {}, row = {}]) =>
      Object.keys(row).filter((column) => textOf(row[column]) !== textOf(old[column])),
    );
    const counts = `${gone.length - pairs.length} gone, ${come.length - pairs.length} new`;
    const told = `${table} (${counts}, changed: ${[...new Set(columns)].join(' ') || 'none'})`;
    return gone.length + come.length === 0 ? [] : [told];
  });
}

const textOf = (value: unknown) => JSON.stringify(value);

/** Those of `rows` that are not among `others`. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const texts = new Set(others.map(textOf));
  return rows.filter((row) => !texts.has(textOf(row)));
}

/** The rows of the tenant once what it has just done is written. */
async function settledRows(target: Target): Promise<TablesOfRows> {
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  for (let before = await rowsOf(target); performance.now() < deadline; ) {
    await sleep(SETTLED_MS);
    const rows = await rowsOf(target);
    if (changesOf(before, rows).length === 0) return rows;
    before = rows;
  }
  throw new Error('the rows of the tenant never stay as they are');
}

/** Values of a schema in which every text is `id`. */
const generatorOf = (random: () => number, id: string): Generator => ({
  random,
  resolve: resolveSchema,
  text: () => id,
  hostility: 0,
});

function restCalls(random: () => number, id: string): Call[] {
  return documentedOperations()
    .filter(({ path, parameters, body }) => path.includes('{') || body !== null || parameters.length > 0)
    .map((operation) => {
      const call = generateCall(generatorOf(random, id), operation);
      return { ...call, path: call.path.replaceAll('?', '?agent_id=default&') };
    });
}

interface Procedure {
  _def: { type: string; inputs: z.ZodType[] };
}

interface KnownProcedure {
  name: string;
  isQuery: boolean;
  /** Of its input; null where it takes none. */
  schema: (Schema & { $defs?: Record<string, Schema> }) | null;
}

/** At run time a router has its procedures in one record, by their paths. */
const procedureSchema = z.custom<Procedure>((value) => typeof value === 'function' && '_def' in value);

const PROCEDURES: readonly KnownProcedure[] = Object.entries(
  z.record(z.string(), procedureSchema).parse(dashboardRouter._def.procedures),
).map(([name, { _def }]) => {
  const [schema] = _def.inputs;
  const shape = schema === undefined ? null : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { name, isQuery: _def.type !== 'mutation', schema: shape as KnownProcedure['schema'] };
});

function procedureCall({ name, isQuery }: KnownProcedure, input: unknown): Call {
  if (!isQuery) return { method: 'POST', path: `/api/trpc/${name}`, body: input ?? {} };
  const sent = encodeURIComponent(JSON.stringify(input ?? null));
  return { method: 'GET', path: `/api/trpc/${name}?input=${sent}` };
}

/** A call of every procedure of the dashboard, with the id wherever its input takes a text. */
function dashboardCalls(random: () => number, id: string): Call[] {
  return PROCEDURES.map((procedure) => {
    const { schema } = procedure;
    const resolve = (ref: string) => schema?.$defs?.[ref.split('/').at(-1) ?? ''] ?? {};
    const input = schema === null ? null : generateValue({ ...generatorOf(random, id), resolve }, schema);
    return procedureCall(procedure, input);
  });
}

const message = (method: string, params: object): Call => ({
  method: 'POST',
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
});
const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

interface Tool {
  name: string;
  inputSchema: Schema;
}

/** What the MCP endpoint answers with, in whichever of its two forms. */
function resultOf(reply: ContractReply): Record<string, unknown> {
  const text = reply.text.startsWith('{') ? reply.text : (/^data: (.*)$/m.exec(reply.text)?.[1] ?? '{}');
  return (JSON.parse(text) as { result?: Record<string, unknown> }).result ?? {};
}

async function mcpCalls(target: Target, random: () => number, id: string): Promise<Call[]> {
  const listed = resultOf(await target.as(OURS, message('tools/list', {}), MCP_HEADERS));
  const tools = (listed['tools'] ?? []) as Tool[];
  if (tools.length === 0) throw new Error('the MCP endpoint lists no tools');
  return [
    ...tools.map(({ name, inputSchema }) =>
      message('tools/call', { name, arguments: generateValue(generatorOf(random, id), inputSchema) }),
    ),
  ];
}

/** The lists of the API and of the dashboard, continued where those of another tenant ended. */
function cursorCalls(cursors: readonly string[]): Call[] {
  const lists = documentedOperations().filter(
    ({ path, parameters }) => !path.includes('{') && parameters.some(({ name }) => name === 'cursor'),
  );
  const shown = PROCEDURES.filter(({ isQuery, schema }) => isQuery && schema?.properties?.['cursor']);
  return cursors.flatMap((cursor) => [
    ...lists.map(({ method, path }) => ({ method, path: `${path}?cursor=${encodeURIComponent(cursor)}` })),
    ...shown.map((procedure) => procedureCall(procedure, { agentId: 'default', cursor })),
  ]);
}

/** Everything that a tenant can take away. */
const EXPORTS: readonly Call[] = [
  '/api/audit-export?format=csv',
  '/api/audit-export?format=ndjson',
  '/v1/agents/default/export',
  '/v1/agents/*/export',
  '/metrics',
].map((path) => ({ method: 'GET', path }));

/** What a reply to the other tenant must not be. */
function leaks(
  { status, text }: ContractReply,
  { method, path }: Call,
  secret: ReadonlySet<string>,
): string[] {
  const told = [...idsIn(text).filter((id) => secret.has(id)), ...(text.match(MARK) ?? [])];
  return [
    ...(told.length > 0 ? [`${method} ${path} tells ${told[0]}`] : []),
    ...(status >= 500 && status !== 503 ? [`${method} ${path}: ${status}`] : []),
  ];
}

/** Sends them all in the name of the other tenant, with `perKind` ids of each kind. */
export async function tryForeignIds(
  target: Target,
  { random, perKind = 2 }: { random: () => number; perKind?: number },
): Promise<Attack> {
  return await attack(target, "another tenant's ids", async () => {
    const { all, some, cursors } = await fillTenant(target, perKind);
    const before = await settledRows(target);
    const broken: string[] = [];
    let tried = 0;
    for (const id of some) target.idsSent.add(id);
    const secret = all.difference(target.idsSent);
    const sendEach = async (calls: readonly Call[], headers: Record<string, string> = {}) => {
      tried += calls.length;
      for (const call of calls) broken.push(...leaks(await target.as(THEIRS, call, headers), call, secret));
    };
    for (const id of some) {
      await sendEach([...restCalls(random, id), ...dashboardCalls(random, id)]);
      await sendEach(await mcpCalls(target, random, id), MCP_HEADERS);
    }
    await sendEach(cursorCalls(cursors));
    await sendEach(EXPORTS);
    // What would show if nothing were kept apart.
    const own = await target.as(OURS, { method: 'GET', path: '/v1/memories' });
    if (!own.text.includes(MARK)) throw new Error('the tenant says nothing that another one could be told');
    const changed = changesOf(before, await rowsOf(target));
    if (changed.length > 0) broken.push(`rows of the tenant changed: ${changed.join(', ')}`);
    return { tried, broken };
  });
}
