/** Makes what statements tell of the database known to its health, and their spans to the tracing. */
import { isBackground } from '../../request-context.ts';
import { traced, tracedStatement } from '../../tracing/traced.ts';
import { nextTurn } from '../../turns.ts';
import type { Driver } from '../driver.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import type { Health } from '../health.ts';
import type { Prisma } from '../prisma.ts';

type Noted = Pick<Health, 'failed' | 'succeeded'>;

/** The client with every error of the database itself made known. */
export function watched(client: PrismaClient, health: Noted): PrismaClient {
  const extended = client.$extends({
    query: {
      async $allOperations({ model, operation, args, query }) {
        try {
          if (isBackground()) await nextTurn();
          const result: unknown = await traced(`${model ?? 'raw'}.${operation}`, () => query(args));
          health.succeeded();
          return result;
        } catch (error) {
          throw health.failed(error);
        }
      },
    },
  });
  // Prisma types it without `$on` and with transactions over its own type; nothing else differs, so the cast is safe.
  return extended as unknown as PrismaClient;
}

/** The driver, with every error of the database itself made known. */
export function watchedDriver(driver: Driver, health: Noted): Driver {
  const watch =
    <T>(run: (statement: Prisma.Sql) => Promise<T>) =>
    async (statement: Prisma.Sql) => {
      try {
        if (isBackground()) await nextTurn();
        const result = await tracedStatement(statement.sql, () => run(statement));
        health.succeeded();
        return result;
      } catch (error) {
        throw health.failed(error);
      }
    };
  return { query: watch(driver.query), execute: watch(driver.execute) };
}
