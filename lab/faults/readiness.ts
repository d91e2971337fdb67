/** Watches what gateways say of themselves, and holds it against what became of the writes meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteOutcome } from './acknowledged.ts';

const LOOK_MS = 150;
const LOOK_TIMEOUT_MS = 20_000;
/** So long `/readyz` may lag behind the truth: a probe is made at most once a second, and takes its time. */
const LAG_MS = 4000;

interface Look {
  url: string;
  begun: number;
  ended: number;
  /** The status, 0 where nothing answered. */
  status: number;
}

export interface ReadinessWatch {
  readonly looks: Look[];
  stop(): Promise<void>;
}

export async function askReady(url: string): Promise<number> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Asks each gateway again and again until it is stopped. */
export function watchReadiness(urls: readonly string[]): ReadinessWatch {
  const looks: Look[] = [];
  let isOver = false;
  const watching = urls.map(async (url) => {
    while (!isOver) {
      const begun = performance.now();
      const status = await askReady(url);
      looks.push({ url, begun, ended: performance.now(), status });
      await sleep(LOOK_MS);
    }
  });
  return {
    looks,
    async stop() {
      isOver = true;
      await Promise.all(watching);
    },
  };
}

/**
 * Where a gateway said that it may be used although every write at it failed, from {@link LAG_MS} before until the end of the look. Silence of a killed
 * process is no answer and therefore no lie; a status other than 200 and 503 is never right.
 */
export function untruths(looks: readonly Look[], writes: readonly WriteOutcome[]): string[] {
  const strange = looks
    .filter(({ status }) => ![0, 200, 503].includes(status))
    .map(({ status }) => `readyz: ${status}`);
  const lies = looks.filter(({ url, begun, ended, status }) => {
    if (status !== 200) return false;
    const own = writes.filter((write) => write.url === url);
    const before = own.filter((write) => write.ended > begun - LAG_MS && write.ended <= begun);
    const failedLong = own.some((write) => !write.ok && write.ended <= begun - LAG_MS);
    const lastSuccess = Math.max(
      ...own.filter(({ ok, ended: at }) => ok && at <= ended).map((write) => write.ended),
      0,
    );
    const next = own.find((write) => write.begun >= ended);
    return failedLong && before.length > 0 && lastSuccess < begun - LAG_MS && next !== undefined && !next.ok;
  });
  return [
    ...strange,
    ...(lies.length > 0 ? [`readyz was 200 in ${lies.length} looks while every write failed`] : []),
  ];
}
