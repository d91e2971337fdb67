/**
 * Pools of connections to PostgreSQL. A connection can break at any moment, also between two statements or
 * while it is being given up, when nobody waits for it; Node ends a process for an error that nobody listens
 * for, so every connection has a listener from its first moment. Anyone who uses a broken one hears of it
 * from its own statement.
 */
import pg from 'pg';

const heardElsewhere = () => undefined;

/** How many connections of a pool are there, and how many callers wait for one. */
export interface PoolUse {
  idle: number;
  used: number;
  max: number;
  pending: number;
}

export function useOfPool(pool: pg.Pool): PoolUse {
  const { idleCount: idle, totalCount, waitingCount: pending, options } = pool;
  return { idle, used: totalCount - idle, max: options.max, pending };
}

/** A pool that survives the end of any of its connections. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', heardElsewhere);
  pool.on('connect', (client) => void client.on('error', heardElsewhere));
  return pool;
}
