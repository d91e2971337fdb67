/** The handlers of this program's workers: one file a kind, each a shim to a feature's use case. */
import type { JobHandlers } from '../../server/jobs/index.ts';
import type { Runtime } from '../../server/platform/runtime.ts';
import { curate } from './curate.ts';
import { embed } from './embed.ts';
import { evolve } from './evolve.ts';
import { reflect } from './reflect.ts';

/** The handlers there are. Jobs of a kind without one stay pending until there is. */
export function handlersOf(runtime: Runtime): JobHandlers {
  return {
    reflect: reflect(runtime),
    curate: curate(runtime),
    evolve: evolve(runtime),
    embed: embed(runtime),
  };
}
