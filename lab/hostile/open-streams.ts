/** Live streams: what another tenant does is not told there, and a revoked key's streams and sessions end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionWithKey } from './sign-ins.ts';
import { type Attack, attack, request, type Target } from './target.ts';

const OURS = 'streaming-ours';
const THEIRS = 'streaming-theirs';
/** What is known of a key is believed for 30 seconds. */
const ENDS_WITHIN_MS = 60_000;
const TOLD_WITHIN_MS = 60_000;

interface OpenStream {
  status: number;
  /** What has come so far. */
  text(): string;
  isOpen(): boolean;
  close(): void;
}

async function openStream({ url: gateway }: Target, headers: Record<string, string>): Promise<OpenStream> {
  const end = new AbortController();
  const response = await request(`${gateway}/api/live`, { headers, signal: end.signal });
  let text = '';
  let isOpen = true;
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOpen = false;
    });
  return { status: response.status, text: () => text, isOpen: () => isOpen, close: () => end.abort() };
}

async function createKey(target: Target, tenant: string): Promise<{ id: string; key: string }> {
  const body = { name: 'streams', scopes: ['learn', 'review', 'admin'] };
  const { status, text, json } = await target.as(tenant, {
    method: 'POST',
    path: '/v1/admin/api-keys',
    body,
  });
  if (status !== 200) throw new Error(`no key is made: ${status} ${text}`);
  return json as { id: string; key: string };
}

async function within(milliseconds: number, check: () => boolean): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!check() && performance.now() < deadline) await sleep(50);
  return check();
}

/** Tries both. */
export async function tryStreams(target: Target): Promise<Attack> {
  return await attack(target, 'live streams of others and of revoked keys', async () => {
    const { id, key } = await createKey(target, OURS);
    // The operator is one principal in all tenants, and others open streams as the operator.
    const { key: foreignKey } = await createKey(target, THEIRS);
    const own = await openStream(target, { authorization: `Bearer ${key}` });
    const cookie = await sessionWithKey(target, key);
    const visited = await openStream(target, { cookie });
    const foreign = await openStream(target, { authorization: `Bearer ${foreignKey}` });
    // What is known already would change nothing, and nobody would be told.
    const memory = { content: `The gate ${id} opens at noon`, scope: { agent_id: `streamed-${id}` } };
    const stored = await target.as(OURS, { method: 'POST', path: '/v1/memories', body: memory });
    const memoryId = (stored.json as { id: string }).id;
    const isTold = await within(TOLD_WITHIN_MS, () =>
      [own, visited].every((stream) => stream.text().includes(memoryId)),
    );
    const isLeaked = foreign.text().includes(memoryId);
    await target.as(OURS, { method: 'DELETE', path: `/v1/admin/api-keys/${id}` });
    const isEnded = await within(ENDS_WITHIN_MS, () => !own.isOpen() && !visited.isOpen());
    const kept = [
      await request(`${target.url}/api/trpc/session.me`, { headers: { cookie } }),
      await request(`${target.url}/api/live`, { headers: { cookie } }),
      await request(`${target.url}/v1/skills`, { headers: { authorization: `Bearer ${key}` } }),
    ].map(({ status }) => status);
    for (const stream of [own, visited, foreign]) stream.close();
    return {
      tried: 6,
      broken: [
        ...([own, visited, foreign].every(({ status }) => status === 200) ? [] : ['a stream does not open']),
        ...(kept.every((status) => status === 401)
          ? []
          : [`a revoked key and its session get ${kept.join(', ')}`]),
        ...(isTold ? [] : ['a stream does not tell its own tenant']),
        ...(isLeaked ? ['a stream tells another tenant'] : []),
        ...(isEnded ? [] : ['a stream of a revoked key goes on']),
      ],
    };
  });
}
