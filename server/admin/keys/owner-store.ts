/** Which agent a row belongs to, for keys that are bound to agents. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export type OwnedNoun = 'changeset' | 'episode' | 'memory' | 'recall' | 'skill';

/** The agent of a row; null where there is none with this id. */
export async function ownerOf(
  tx: Tx,
  tenant: string,
  { noun, id }: { noun: OwnedNoun; id: string },
): Promise<string | null> {
  const client = tenantClient(tx, tenant);
  const query = { where: { id }, select: { agentId: true } } as const;
  const readers = {
    changeset: () => client.changeset.findFirst(query),
    episode: () => client.episode.findFirst(query),
    memory: () => client.memory.findFirst(query),
    recall: () => client.recall.findFirst(query),
    skill: () => client.skill.findFirst(query),
  };
  return (await readers[noun]())?.agentId ?? null;
}
