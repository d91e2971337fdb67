/** A database client whose every query is done by the client that a function chooses for it. */
import { Prisma } from '../generated/sqlite/client.ts';
import type { Client } from '../prisma.ts';

/** Does `query`, an operation of a model such as `findMany`, on a client of its choice. */
type Route = (operation: string, query: (client: Client) => Promise<unknown>) => Promise<unknown>;

/** The client with the queries of every model. Its raw statements have to come from a driver. */
export function routedClient(route: Route): Client {
  return new RoutedClient(route) as unknown as Client;
}

type Queries = Record<string, (args: unknown) => Promise<unknown>>;

/** Has every model of the client; they stand on the prototype, added below. */
class RoutedClient {
  readonly route: Route;

  constructor(route: Route) {
    this.route = route;
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
