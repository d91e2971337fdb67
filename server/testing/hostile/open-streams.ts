/** Live streams: what another tenant does is not told there, and a revoked key's stream ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, attack, operatorIn, type Target } from './target.ts';

const OURS = 'streaming-ours';
const THEIRS = 'streaming-theirs';
/** What is known of a key is believed for 30 seconds. */
const ENDS_WITHIN_MS = 60_000;
const TOLD_WITHIN_MS = 15_000;

interface OpenStream {
  status: number;
  /** What has come so far. */
  text(): string;
  isOpen(): boolean;
  close(): void;
}

async function openStream({ server }: Target, headers: Record<string, string>): Promise<OpenStream> {
  const end = new AbortController();
  const response = await fetch(`${server.url}/api/live`, { headers, signal: end.signal });
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

async function within(milliseconds: number, check: () => boolean): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!check() && performance.now() < deadline) await sleep(50);
  return check();
}

/** Tries both. */
export async function tryStreams(target: Target): Promise<Attack> {
  return await attack(target, 'live streams of others and of revoked keys', async () => {
    const made = await target.as(OURS, {
      method: 'POST',
      path: '/v1/admin/api-keys',
      body: { name: 'streams', scopes: ['learn', 'review', 'admin'] },
    });
    const { id, key } = made.json as { id: string; key: string };
    const own = await openStream(target, { authorization: `Bearer ${key}` });
    const foreign = await openStream(target, operatorIn(THEIRS));
    const memory = { content: 'The gate opens at noon', scope: { agent_id: 'streamed' } };
    const stored = await target.as(OURS, { method: 'POST', path: '/v1/memories', body: memory });
    const memoryId = (stored.json as { id: string }).id;
    const isTold = await within(TOLD_WITHIN_MS, () => own.text().includes(memoryId));
    const isLeaked = foreign.text().includes(memoryId);
    await target.as(OURS, { method: 'DELETE', path: `/v1/admin/api-keys/${id}` });
    const isEnded = await within(ENDS_WITHIN_MS, () => !own.isOpen());
    for (const stream of [own, foreign]) stream.close();
    return {
      tried: 2,
      broken: [
        ...(own.status === 200 && foreign.status === 200 ? [] : ['a stream does not open']),
        ...(isTold ? [] : ['a stream does not tell its own tenant']),
        ...(isLeaked ? ['a stream tells another tenant'] : []),
        ...(isEnded ? [] : ['the stream of a revoked key goes on']),
      ],
    };
  });
}
