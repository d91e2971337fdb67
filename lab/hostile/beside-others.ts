/** Attacks during which somebody else is served: the recalls of a quiet tenant, which must not wait long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, attack, type Target } from './target.ts';

const QUIET = 'quiet';
const PAUSE_MS = 20;

/** Does `work`, with recalls of the quiet tenant one after the other meanwhile. */
export async function besideOthers(
  target: Target,
  name: string,
  work: () => Promise<{ tried: number; broken: string[] }>,
): Promise<Attack> {
  return await attack(target, name, async () => {
    let isOver = false;
    let longest = 0;
    const recalls = (async () => {
      while (!isOver) {
        const started = performance.now();
        await target.as(QUIET, { method: 'POST', path: '/v1/recall', body: { query: 'Refund an order' } });
        longest = Math.max(longest, performance.now() - started);
        await sleep(PAUSE_MS);
      }
    })();
    const done = work().finally(() => {
      isOver = true;
    });
    const [{ tried, broken }] = await Promise.all([done, recalls]);
    const late =
      longest > target.patienceMs ? [`another tenant waited ${longest.toFixed(0)} ms for a recall`] : [];
    return { tried, broken: [...broken, ...late] };
  });
}
