/** A database client whose every query is done by the client that a function chooses for it, and every raw statement by a driver. */
import type { Driver } from '../driver.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import { type Client, type RawStatement, sqlOf } from '../prisma.ts';

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
