/** Reads the names of what entries of the audit log are about. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** What an entry about a changeset is told with. */
export interface ChangesetFacts {
  risk: string;
  rejectionReason: string | null;
  reviewComment: string | null;
  skills: string[];
}

export function auditNameStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async skillNames(ids: string[]): Promise<[id: string, name: string][]> {
      const rows = await client.skill.findMany({
        where: { id: { in: ids } },
        select: { id: true, name: true },
      });
      return rows.map(({ id, name }) => [id, name]);
    },
    async memoryTexts(ids: string[]): Promise<[id: string, text: string][]> {
      const rows = await client.memory.findMany({
        where: { id: { in: ids } },
        select: { id: true, content: true },
      });
      return rows.map(({ id, content }) => [id, content]);
    },
    async tasks(ids: string[]): Promise<[id: string, task: string][]> {
      const rows = await client.episode.findMany({
        where: { id: { in: ids } },
        select: { id: true, task: true },
      });
      return rows.flatMap(({ id, task }) => (task === null ? [] : [[id, task] as [string, string]]));
    },
    async changesets(ids: string[]): Promise<Map<string, ChangesetFacts>> {
      const rows = await client.changeset.findMany({
        where: { id: { in: ids } },
        select: {
          ...{ id: true, risk: true, rejectionReason: true, reviewComment: true },
          targets: { select: { skill: { select: { name: true } } } },
        },
      });
      return new Map(
        rows.map(({ id, targets, ...facts }) => [
          id,
          { ...facts, skills: targets.map(({ skill }) => skill.name) },
        ]),
      );
    },
  };
}
