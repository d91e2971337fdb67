/**
 * What a process knows of its database's health: the trouble it has, from the statements that everybody runs.
 * Each trouble is one line in the log, however many requests meet it, and another one when it is over.
 */
import type { Log } from '../log/log.ts';
import {
  type DatabaseProblem,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  isWriteTrouble,
  troubleOf,
} from './trouble.ts';

/** A trouble that goes on is told again after this time, and no earlier however often it comes and goes. */
const TOLD_AGAIN_MS = 60_000;
/** As long after a write it is believed that writes succeed. */
const WRITE_BELIEVED_MS = 30_000;
/** Between two attempts to write while there is trouble. */
const PROBE_PAUSE_MS = 1000;

/** Troubles of one statement. */
const PASSING: readonly DatabaseProblem[] = ['busy', 'slow'];

export interface Health {
  /** Notes what a statement or transaction threw; returns what is to be thrown instead. */
  failed(error: unknown): unknown;
  /** Notes that a statement succeeded. */
  succeeded(): void;
  /**
   * Notes that a transaction succeeded. It may have written little or nothing, so a trouble with writing is
   * looked into.
   */
  wrote(): void;
  /** Throws the trouble there is with writing; attempts a write where that is not known. */
  requireWrites(): Promise<void>;
}

/**
 * Makes the keeper of one database's health; `attempt` writes something, as much as tells that the trouble there is
 * would be over, and throws as {@link Health.failed} has it.
 */
export function createHealth(
  log: Log | null,
  attempt: (trouble: DatabaseProblem | null) => Promise<void>,
): Health {
  const toldAt = new Map<DatabaseProblem, number>();
  let trouble: DatabaseUnavailable | null = null;
  let isLogged = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | null = null;

  const tell = ({ trouble: kind, detail, code }: DatabaseUnavailable) => {
    const now = performance.now();
    if (now - (toldAt.get(kind) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN_MS) return;
    toldAt.set(kind, now);
    const line = { trouble: kind, message: detail, code };
    if (PASSING.includes(kind)) return log?.warn('database.trouble', line);
    isLogged = true;
    log?.error('database.trouble', line);
  };
  const over = () => {
    trouble = null;
    if (isLogged) log?.info('database.works_again');
    isLogged = false;
  };
  const probe = async () => {
    probedAt = performance.now();
    await attempt(trouble?.trouble ?? null);
    wroteAt = performance.now();
    if (trouble !== null) over();
  };
  const requireWrites = async () => {
    const now = performance.now();
    if (trouble === null && now - wroteAt < WRITE_BELIEVED_MS) return;
    if (trouble !== null && probing === null && now - probedAt < PROBE_PAUSE_MS) throw trouble;
    probing ??= probe().finally(() => {
      probing = null;
    });
    await probing;
  };
  return {
    failed(error) {
      const found = unavailable(error);
      if (found === null) return error;
      // Others are served: nothing that lasts.
      if (!PASSING.includes(found.trouble)) trouble = found;
      tell(found);
      return found;
    },
    succeeded() {
      if (trouble !== null && !isWriteTrouble(trouble)) over();
    },
    wrote() {
      if (trouble === null) wroteAt = performance.now();
      else requireWrites().catch(() => undefined);
    },
    requireWrites,
  };
}

function unavailable(error: unknown): DatabaseUnavailable | null {
  if (isDatabaseUnavailable(error)) return error;
  const trouble = troubleOf(error);
  return trouble === null ? null : new DatabaseUnavailable(trouble, error);
}
