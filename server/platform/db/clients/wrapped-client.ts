/**
 * The database client inside a transaction that was begun on the driver. The client joins it with its first
 * query: a transaction of raw statements alone, as the hot path's are, never pays for the client's own.
 */
import { isBackground } from '../../request-context.ts';
import { nextTurn } from '../../turns.ts';
import type { Driver, DriverTransaction } from '../driver.ts';
import { Prisma, type PrismaClient } from '../generated/sqlite/client.ts';
import type { Health } from '../health.ts';
import { type Client, type RawStatement, sqlOf } from '../prisma.ts';

type Noted = Pick<Health, 'failed' | 'succeeded'>;

/** The client with every error of the database itself made known. */
export function watched(client: PrismaClient, health: Noted): PrismaClient {
  const extended = client.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          if (isBackground()) await nextTurn();
          const result: unknown = await query(args);
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
        const result = await run(statement);
        health.succeeded();
        return result;
      } catch (error) {
        throw health.failed(error);
      }
    };
  return { query: watch(driver.query), execute: watch(driver.execute) };
}

/** Does `query`, an operation of a model such as `findMany`, on a client of its choice. */
type Route = (operation: string, query: (client: Client) => Promise<unknown>) => Promise<unknown>;

/** The client with the queries of every model. */
export function routedClient(route: Route, driver: Driver): Client {
  return new RoutedClient(route, driver) as unknown as Client;
}

type Queries = Record<string, (args: unknown) => Promise<unknown>>;

/** Has every model of the client; they stand on the prototype, added below. */
class RoutedClient {
  readonly route: Route;
  readonly driver: Driver;

  constructor(route: Route, driver: Driver) {
    this.route = route;
    this.driver = driver;
  }

  $queryRaw(...statement: RawStatement) {
    return this.driver.query(sqlOf(...statement));
  }

  $executeRaw(...statement: RawStatement) {
    return this.driver.execute(sqlOf(...statement));
  }
}

function queriesOf(route: Route, model: string): Queries {
  return new Proxy<Queries>(
    {},
    {
      get: (_, operation: string) => (args: unknown) =>
        route(operation, async (client) => {
          const models = client as unknown as Record<string, Queries>;
          return await models[model]?.[operation]?.(args);
        }),
    },
  );
}

for (const name of Object.values(Prisma.ModelName)) {
  const model = name.charAt(0).toLowerCase() + name.slice(1);
  Object.defineProperty(RoutedClient.prototype, model, {
    get(this: RoutedClient) {
      return queriesOf(this.route, model);
    },
  });
}

interface JoinedClient {
  client: Client;
  /** To be called before the transaction is committed, and after it was rolled back. */
  end(): Promise<void>;
}

/** The client in `transaction`, for `timeoutMs` at most. Raw statements go to `driver`, that of the transaction. */
export function joinedClient(
  client: PrismaClient,
  { transaction, driver }: { transaction: DriverTransaction; driver: Driver },
  timeoutMs: number,
): JoinedClient {
  let joined: Promise<Client> | null = null;
  let finished: Promise<unknown> | null = null;
  const ended = Promise.withResolvers<void>();
  const join = () => {
    joined ??= new Promise((resolve, reject) => {
      const stay = (tx: Client) => {
        resolve(tx);
        return ended.promise;
      };
      finished = transaction
        .joined(() => client.$transaction(stay, { maxWait: timeoutMs, timeout: timeoutMs }))
        .catch(reject);
    });
    return joined;
  };
  return {
    client: routedClient(async (_, query) => await query(await join()), driver),
    async end() {
      ended.resolve();
      await finished;
    },
  };
}
