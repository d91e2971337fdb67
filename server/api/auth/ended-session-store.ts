/** Sessions that were signed out, by id, for as long as their cookies would still be good. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export function endedSessionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Keeps that a session was ended, which would have gone on until `expiresAt`; twice is once. */
    async add(id: string, expiresAt: Date): Promise<void> {
      await client.$executeRaw`
        INSERT INTO ended_session (tenant, id, expires_at) VALUES (${tenant}, ${id}, ${expiresAt})
        ON CONFLICT (tenant, id) DO NOTHING`;
    },
    async has(id: string): Promise<boolean> {
      return (await client.endedSession.findFirst({ where: { id }, select: { id: true } })) !== null;
    },
  };
}
