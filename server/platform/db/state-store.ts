/** Values of the installation itself, not of a tenant: written once, by the first process that needs them. */
import { clientOf, type Tx } from './prisma.ts';

export function stateStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** The value of `key`; `value` where there was none. Of several at once, all get what the first one wrote. */
    async keep(key: string, value: string): Promise<string> {
      await client.$executeRaw`
        INSERT INTO service_state (key, value) VALUES (${key}, ${value}) ON CONFLICT (key) DO NOTHING`;
      const row = await client.serviceState.findUniqueOrThrow({ where: { key } });
      return row.value;
    },
  };
}
