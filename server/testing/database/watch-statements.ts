/** A runtime whose raw statements are counted, and can be made to wait, to show what a path costs and what may come between. */
import { clientOf, txOf } from '../../platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';

/** `before` runs ahead of each raw statement outside a transaction; the runtime has caches of its own. */
export function watchStatements(
  { config, log, metrics, clock, random, newId, db }: Runtime,
  before: () => Promise<void> = () => Promise.resolve(),
): { runtime: Runtime; count: () => number } {
  let statements = 0;
  const read = new Proxy(clientOf(db.read), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== '$queryRaw' || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        statements += 1;
        await before();
        return await (Reflect.apply(value, target, args) as Promise<unknown>);
      };
    },
  });
  const parts = { config, log, metrics, clock, random, newId };
  return {
    runtime: createRuntime({ ...parts, db: { ...db, read: txOf(read) } }),
    count: () => statements,
  };
}
