/**
 * The database client inside a transaction that was begun on the driver. The client joins it with its first
 * query: a transaction of raw statements alone, as the hot path's are, never pays for the client's own.
 */
import type { Driver, DriverTransaction } from '../driver.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';
import type { Client } from '../prisma.ts';
import { routedClient } from './routed-client.ts';

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
