/** What the requests of the measurement are about, written as rows: many large memories, changesets and a skill. */
import { bumpMemories } from '../../server/knowledge/index.ts';
import { clientOf, type Tx } from '../../server/platform/db/prisma.ts';

const TENANT = 'dev';
const ROWS_PER_INSERT = 100;

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}_${String(place).padStart(6, '0')}`);

/** A moment for each row, a second apart. */
const moment = (place: number) => new Date(Date.UTC(2026, 0, 1) + place * 1000);

export function stallStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** Active memories of an agent, one of each text. */
    async addMemories(agentId: string, texts: readonly string[]): Promise<void> {
      const ids = numbered('mem', texts.length);
      const data = texts.map((content, place) => ({
        ...{ tenant: TENANT, id: ids[place] ?? '', agentId, userId: null, content, textKey: `${place}` },
        ...{
          kind: 'fact',
          confidence: 1,
          status: 'active',
          holdReasons: '[]',
          sources: '[]',
          createdBy: 'dev',
        },
        ...{ validFrom: moment(place), createdAt: moment(place), activatedAt: moment(place) },
      }));
      for (let from = 0; from < data.length; from += ROWS_PER_INSERT) {
        await client.memory.createMany({ data: data.slice(from, from + ROWS_PER_INSERT) });
      }
      await bumpMemories(tx, TENANT, agentId);
    },
    /** Pending changesets that create a skill each, all with the same operations; returns their ids. */
    async addChangesets(agentId: string, count: number, ops: readonly object[]): Promise<string[]> {
      const ids = numbered(`cs_${agentId}`, count);
      const shared = {
        ...{
          tenant: TENANT,
          agentId,
          status: 'pending',
          ops: JSON.stringify(ops),
          rationale: 'To be measured.',
        },
        ...{ source: 'reflection', humanAuthored: false, proposedBy: 'system:reflection', risk: 'high' },
        ...{ safetyFindings: '[]', episodeIds: '[]', baseVersions: '{}' },
      };
      const data = ids.map((id, place) => ({ ...shared, id, createdAt: moment(place) }));
      for (let from = 0; from < data.length; from += ROWS_PER_INSERT) {
        await client.changeset.createMany({ data: data.slice(from, from + ROWS_PER_INSERT) });
      }
      return ids;
    },
  };
}
