/** The whole gateway with a watch on its event loop: tells stalls and memory to the process that started it. */
import { watchLoop } from '../loop-watch.ts';

export interface Usage {
  /** The longest that the event loop stood still since this was last asked. */
  stallMilliseconds: number;
  residentBytes: number;
  /** The most that it ever was. */
  peakBytes: number;
}

const watch = watchLoop();

async function tell(): Promise<void> {
  const stallMilliseconds = await watch.longest();
  process.send?.({
    stallMilliseconds,
    residentBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  });
}

process.on('message', () => void tell());
process.on('disconnect', () => process.exit(0));
// It listens when it is loaded.
await import('../../server/main.ts');
process.send?.('ready');
