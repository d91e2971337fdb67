/**
 * The database client inside a transaction that was begun on the driver. The client joins it with its first
 * query: a transaction of raw statements alone, as the hot path's are, never pays for the client's own.
 */
import type { DriverTransaction } from './driver.ts';
import { Prisma, type PrismaClient } from './generated/sqlite/client.ts';
import type { Client } from './prisma.ts';

interface JoinedClient {
  client: Client;
  /** To be called before the transaction is committed, and after it was rolled back. */
  end(): Promise<void>;
}

/** The client in `transaction`, for `timeoutMs` at most. */
export function joinedClient(
  client: PrismaClient,
  transaction: DriverTransaction,
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
    client: new JoiningClient(join) as unknown as Client,
    async end() {
      ended.resolve();
      await finished;
    },
  };
}

type Queries = Record<string, (args: unknown) => Promise<unknown>>;

/** Has every model of the client; they stand on the prototype, added below. */
class JoiningClient {
  readonly join: () => Promise<Client>;

  constructor(join: () => Promise<Client>) {
    this.join = join;
  }
}

function queriesOf(join: () => Promise<Client>, model: string): Queries {
  return new Proxy<Queries>(
    {},
    {
      get: (_, operation: string) => async (args: unknown) => {
        const models = (await join()) as unknown as Record<string, Queries>;
        return await models[model]?.[operation]?.(args);
      },
    },
  );
}

for (const name of Object.values(Prisma.ModelName)) {
  const model = name.charAt(0).toLowerCase() + name.slice(1);
  Object.defineProperty(JoiningClient.prototype, model, {
    get(this: JoiningClient) {
      return queriesOf(this.join, model);
    },
  });
}
