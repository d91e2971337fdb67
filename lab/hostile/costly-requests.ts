/** Requests and connections that are cheap to send and costly to answer; others must be served meanwhile. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { worstDocuments } from '../bench/linear/worst-documents.ts';
import { besideOthers } from './beside-others.ts';
import {
  type Attack,
  attack,
  MOST_MEGABYTES,
  OPERATOR_KEY,
  operatorIn,
  request,
  type Target,
} from './target.ts';

const TENANT = 'costly';
const SOCKETS = 60;
const BOMB_BYTES = 300 * 2 ** 20;

interface Request {
  path: string;
  body: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  right: readonly number[];
}

async function send(
  { url: gateway }: Target,
  { path, body, headers = {}, right }: Request,
): Promise<string[]> {
  const response = await request(gateway + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...operatorIn(TENANT), ...headers },
    body,
  });
  const text = await response.text();
  return right.includes(response.status) ? [] : [`${path}: ${response.status} ${text.slice(0, 100)}`];
}

async function sendAll(target: Target, name: string, requests: readonly Request[]): Promise<Attack> {
  return await besideOthers(target, name, async () => {
    const broken: string[] = [];
    for (const request of requests) broken.push(...(await send(target, request)));
    return { tried: requests.length, broken };
  });
}

/** Connections that begin a request and never end it. */
async function slowConnections(target: Target): Promise<Attack> {
  const { hostname, port } = new URL(target.url);
  return await besideOthers(target, 'connections that never end their request', async () => {
    const sockets = Array.from({ length: SOCKETS }, (_, at): Socket => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      // Half of them stop within the headers, half within the body.
      const end = at % 2 === 0 ? '' : 'content-length: 1000\r\n\r\n{"task": "';
      socket.write(`POST /v1/episodes HTTP/1.1\r\nhost: ${hostname}\r\nx-slow: ${at}\r\n${end}`);
      return socket;
    });
    const broken: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      for (const socket of sockets) socket.write('x');
      broken.push(...(await send(target, { path: '/v1/recall', body: '{"query": "x"}', right: [200] })));
      await sleep(50);
    }
    for (const socket of sockets) socket.destroy();
    return { tried: sockets.length, broken };
  });
}

const HELD = 400;
/** Node gives a request a minute for its headers, and looks twice a minute. */
const ENDED_WITHIN_MS = 180_000;

/** Connections that send a byte of their headers every second: the gateway ends them. */
async function heldConnections(target: Target): Promise<Attack> {
  const { hostname, port } = new URL(target.url);
  return await besideOthers(target, 'headers of a byte a second', async () => {
    let open = HELD;
    const sockets = Array.from({ length: HELD }, (_, at): Socket => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.on('close', () => {
        open -= 1;
      });
      socket.write(`GET /v1/skills HTTP/1.1\r\nhost: ${hostname}\r\nx-${at}: `);
      return socket.resume();
    });
    const deadline = performance.now() + ENDED_WITHIN_MS;
    while (open > 0 && performance.now() < deadline) {
      for (const socket of sockets) if (socket.writable) socket.write('y');
      await sleep(1000);
    }
    for (const socket of sockets) socket.destroy();
    return { tried: HELD, broken: open === 0 ? [] : [`${open} connections are still open`] };
  });
}

/** The status of what is sent as it is. */
function rawStatus(target: Target, head: string): Promise<number> {
  const { hostname, port } = new URL(target.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0)));
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

async function headerFloods(target: Target): Promise<Attack> {
  const floods = [
    Array.from({ length: 20_000 }, (_, at) => `x-${at}: y\r\n`).join(''),
    `x-long: ${'y'.repeat(1_000_000)}\r\n`,
    `cookie: ${'a=b; '.repeat(50_000)}\r\n`,
  ];
  return await besideOthers(target, 'floods of headers', async () => {
    const statuses: number[] = [];
    for (const flood of floods)
      statuses.push(await rawStatus(target, `GET /v1/skills HTTP/1.1\r\nhost: x\r\n${flood}\r\n`));
    // The connection may break before the refusal is read.
    return {
      tried: floods.length,
      broken: statuses.filter((status) => ![0, 431, 400].includes(status)).map(String),
    };
  });
}

const DEPTH = 400_000;

const DEEP: readonly Request[] = [
  { path: '/v1/episodes', body: `{"metadata": ${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`, right: [422] },
  { path: '/v1/episodes', body: '['.repeat(DEPTH * 4), right: [422] },
  { path: '/mcp', body: '['.repeat(DEPTH * 4), right: [400] },
];

/** The sizes that are refused, and what a batch costs that is not. */
const bombs = (): Request[] => {
  const body = gzipSync(Buffer.alloc(BOMB_BYTES, 0x20));
  const headers = { 'content-encoding': 'gzip' };
  return ['/v1/traces', '/otlp/v1/traces'].map((path) => ({ path, body, headers, right: [413] }));
};

const MODEL_CALL = { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } };

/** Traces of one span that is as large as a body may be: many attributes, many events, a long conversation, deep JSON. */
function giantTraces(): Request[] {
  const list = (length: number, one: (at: number) => object) => Array.from({ length }, (_, at) => one(at));
  const message = { role: 'user', parts: [{ type: 'text', content: 'x' }] };
  const conversation = (text: string) => ({
    attributes: [MODEL_CALL, { key: 'gen_ai.input.messages', value: { stringValue: text } }],
  });
  const spans = [
    { attributes: list(86_000, (at) => ({ key: `k${at}`, value: { stringValue: 'x' } })) },
    { events: list(125_000, () => ({ name: 'e', attributes: [] })) },
    conversation(JSON.stringify(list(54_000, () => message))),
    conversation('['.repeat(3_800_000)),
  ];
  return spans.map((span, at) => {
    const ids = { traceId: String(at + 1).repeat(32), spanId: String(at + 1).repeat(16) };
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...ids, ...span }] }] }] });
    return { path: '/v1/traces', body, right: [200] };
  });
}

function giantDocuments(names: readonly string[] | null): Request[] {
  const documents = [...worstDocuments()].filter(([name]) => names === null || names.includes(name));
  return documents.map(([, markdown]) => ({
    path: '/v1/skills/import',
    body: JSON.stringify({ markdown }),
    right: [200],
  }));
}

/** Guesses of a key from one address are stopped; who is right goes on from elsewhere. */
async function guesses(target: Target): Promise<Attack> {
  return await besideOthers(target, 'guesses of a key', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    const started = performance.now();
    for (let guess = 0; guess < 60; guess += 1) {
      const authorization = `Bearer ${OPERATOR_KEY.slice(0, -2)}${guess}`;
      const reply = await target.as(
        TENANT,
        { method: 'GET', path: '/v1/skills' },
        { ...headers, authorization },
      );
      statuses.push(reply.status);
    }
    const open = statuses.filter((status) => status !== 401 && status !== 429).length;
    // Twenty a minute are looked at: one is given back every three seconds.
    const most = 21 + (performance.now() - started) / 3000;
    const stopped = statuses.filter((status) => status === 401).length <= most;
    const right = await target.as(
      TENANT,
      { method: 'GET', path: '/v1/skills' },
      { 'x-forwarded-for': '203.0.113.10' },
    );
    return {
      tried: statuses.length,
      broken: [
        ...(open > 0 ? [`${open} guesses were neither 401 nor 429`] : []),
        ...(stopped ? [] : ['guessing is not stopped']),
        ...(right.status === 200 ? [] : [`who is right gets ${right.status}`]),
      ],
    };
  });
}

/** All of them, one after the other; `brief` takes two of the worst documents instead of all, and leaves out what is long. */
export async function tryCostlyRequests(target: Target, { brief }: { brief: boolean }): Promise<Attack[]> {
  const attacks = [
    await slowConnections(target),
    await headerFloods(target),
    await sendAll(target, 'JSON nested without end', DEEP),
    await sendAll(target, 'bodies that grow when they are unpacked', bombs()),
    await sendAll(target, 'the worst SKILL.md files', giantDocuments(brief ? ['brackets', 'tables'] : null)),
    await guesses(target),
    ...(brief
      ? []
      : [
          await sendAll(target, 'traces as large as they may be', [...giantTraces(), ...giantTraces()]),
          await heldConnections(target),
        ]),
  ];
  const held = attacks.at(-1)?.peakMegabytes ?? 0;
  const broken = held > MOST_MEGABYTES ? [`it held ${held.toFixed(0)} MB`] : [];
  return [
    ...attacks,
    await attack(target, 'memory after all of it', () => Promise.resolve({ tried: 1, broken })),
  ];
}
