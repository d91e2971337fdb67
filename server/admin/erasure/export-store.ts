/** The rows of one user, page by page and by an index on the user. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** The kinds in the order of an export. */
export const EXPORTED = [
  'profile',
  'memory',
  'memory_evidence',
  'episode',
  'feedback',
  'recall',
  'person',
] as const;
export type ExportedKind = (typeof EXPORTED)[number];

interface UserPage {
  userId: string;
  /** The key of the last row of the page before; empty for the first. */
  after: string;
  limit: number;
}

export interface ExportedRow {
  /** By which the rows of its kind are in order. */
  key: string;
  row: Record<string, unknown>;
}

/** In no id of a memory, nor in a source. */
const SPACE = ' ';

const JSON_COLUMNS = new Set([
  ...['messages', 'toolCalls', 'skillsLoaded', 'metadata', 'served', 'verdicts', 'reflection'],
  ...['sources', 'holdReasons', 'skills', 'memories', 'saidBy', 'holdback', 'tags', 'frontMatter', 'bullets'],
  ...['rules', 'trigger'],
  ...['keywords', 'ops', 'originalOps', 'safetyFindings', 'episodeIds', 'baseVersions', 'appliedVersions'],
  ...['support', 'runs', 'sums', 'scopes', 'events', 'payload', 'state', 'details', 'settings', 'today'],
  ...['progress', 'result', 'candidate'],
]);

/** A row with its JSON columns as values. */
export function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );
}

export function exportUserStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const byId = ({ userId, after, limit }: UserPage) => ({
    where: { userId, id: { gt: after } },
    orderBy: { id: 'asc' as const },
    take: limit,
    omit: { tenant: true as const },
  });
  const keyed = (rows: readonly { id: string }[]): ExportedRow[] =>
    rows.map((row) => ({ key: row.id, row: readable({ ...row }) }));
  const reads: Record<ExportedKind, (page: UserPage) => Promise<ExportedRow[]>> = {
    memory: async (page) => keyed(await client.memory.findMany(byId(page))),
    episode: async (page) => keyed(await client.episode.findMany(byId(page))),
    async recall(page) {
      const rows = await client.recall.findMany(byId(page));
      const shown = await client.moment.findMany({
        where: { recallId: { in: rows.map(({ id }) => id) } },
        orderBy: { id: 'asc' },
        omit: { tenant: true },
      });
      const momentsOf = Map.groupBy(shown, ({ recallId }) => recallId);
      return keyed(
        rows.map((row) => ({
          ...row,
          moments: (momentsOf.get(row.id) ?? []).map(({ recallId: _, ...moment }) => readable(moment)),
        })),
      );
    },
    async memory_evidence({ userId, after, limit }) {
      const [memoryId = '', ...rest] = after.split(SPACE);
      const source = rest.join(SPACE);
      const rows = await client.memoryEvidence.findMany({
        where: { userId, OR: [{ memoryId: { gt: memoryId } }, { memoryId, source: { gt: source } }] },
        orderBy: [{ memoryId: 'asc' }, { source: 'asc' }],
        take: limit,
        omit: { tenant: true },
        include: { memory: { select: { agentId: true, content: true } } },
      });
      return rows.map(({ memory, ...row }) => ({
        key: `${row.memoryId}${SPACE}${row.source}`,
        row: readable({ ...row, ...memory }),
      }));
    },
    async profile({ userId, after, limit }) {
      const rows = await client.profile.findMany({
        where: { userId, agentId: { gt: after } },
        orderBy: { agentId: 'asc' },
        take: limit,
        omit: { tenant: true },
      });
      return rows.map((row) => ({ key: row.agentId, row: readable(row) }));
    },
    async person({ userId, after }) {
      const where = { actor: `oidc:${userId}` };
      const rows = after === '' ? await client.person.findMany({ where, omit: { tenant: true } }) : [];
      return rows.map((row) => ({ key: row.actor, row }));
    },
    async feedback({ userId, after, limit }) {
      const rows = await client.feedback.findMany({
        where: { id: { gt: after }, episode: { userId } },
        orderBy: { id: 'asc' },
        take: limit,
        omit: { tenant: true },
      });
      return keyed(rows);
    },
  };
  return { rows: async (kind: ExportedKind, page: UserPage) => await reads[kind](page) };
}
