/**
 * What holds for everything that a function does, however deep: who it works for, and the run that is recorded already.
 * Needs AsyncLocalStorage, as Node, Bun, Deno and most edges have it; elsewhere nothing is known inside.
 */
import type { EpisodeIn } from './generated/api.ts';
import type { Recall } from './recall.ts';
import type { FollowedRun } from './sending/outbox.ts';

/** A run that somebody else records: `withLearning` around an adapter. */
export interface OuterRun {
  readonly recall: Recall;
  /** The runs that adapters see inside it and that are not over. */
  readonly open: Set<FollowedRun>;
  /** What those that are over would have recorded. */
  readonly inner: EpisodeIn[];
  /** Called where the last of them is over. */
  whenOver?: () => void;
}

export interface Context {
  user?: string | null | undefined;
  session?: string | null | undefined;
  outer?: OuterRun | undefined;
  /** A request of the client itself is made here. */
  isGatewayRequest?: boolean;
}

interface Storage {
  getStore(): Context | undefined;
  run<Result>(context: Context, work: () => Result): Result;
}

interface Platform {
  AsyncLocalStorage?: new () => Storage;
  process?: { getBuiltinModule?: (name: string) => { AsyncLocalStorage?: new () => Storage } | undefined };
}

function openStorage(): Storage | null {
  const { AsyncLocalStorage, process } = globalThis as Platform;
  try {
    const Made = AsyncLocalStorage ?? process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;
    return Made === undefined ? null : new Made();
  } catch {
    // A platform that has the name only: the same as without it.
    return null;
  }
}

const storage = openStorage();

/** What holds here. */
export function currentContext(): Context {
  return storage?.getStore() ?? {};
}

/** Runs `work` with `more` beside what holds already. */
export function runInContext<Result>(more: Context, work: () => Result): Result {
  return storage === null ? work() : storage.run({ ...currentContext(), ...more }, work);
}
