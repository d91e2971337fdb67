/** Values of the installation itself, not of a tenant: written once, by whoever comes first. */
import { clientOf, type Tx } from '../platform/db/prisma.ts';

export function stateStore(tx: Tx) {
  const { serviceState } = clientOf(tx);
  return {
    /** The value of `key`; `value` where there was none. */
    async keep(key: string, value: string): Promise<string> {
      const row = await serviceState.upsert({ where: { key }, create: { key, value }, update: {} });
      return row.value;
    },
  };
}
