/**
 * Hands out an agent's episodes as lines of JSON. Memory stays the same for ten episodes and a million: rows
 * are read in small pieces as fast as the reader takes them. The export is audited before its first line
 * leaves.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { creditOf } from '../../domain/runs/credit.ts';
import type { ExportRecord } from '../../domain/runs/episodes/episode.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ExportRow, exportStore, type Position, type Selection, type SizedPosition } from './store.ts';

/** Rows whose sizes are read at once. */
const PAGE_ROWS = 500;

/** Characters of transcripts in one piece, unless a single one has more. */
const PIECE_SIZE = 500_000;

interface ExportInput {
  agentId: string;
  /** Most episodes; the oldest come first. */
  limit: number;
}

/**
 * Starts an export: audits it with the number of episodes there are, then answers with chunks of whole lines,
 * each line an `ExportRecord`. Episodes recorded after the start are no part of it.
 */
export async function exportEpisodes(
  runtime: Runtime,
  principal: Principal,
  { agentId, limit }: ExportInput,
): Promise<AsyncIterable<string>> {
  const selection = { agentId, until: runtime.clock() };
  const count = await exportStore(runtime.db.read, principal.tenant).count(selection, limit);
  await runtime.db.write((tx) =>
    writeAudit(runtime, tx, principal, {
      action: 'episodes.exported',
      resource: `agent:${agentId}`,
      details: { count, limit },
    }),
  );
  return exportLines(runtime, principal.tenant, { selection, limit });
}

async function* exportLines(
  runtime: Runtime,
  tenant: string,
  { selection, limit }: { selection: Selection; limit: number },
): AsyncGenerator<string> {
  const store = exportStore(runtime.db.read, tenant);
  let after: Position | null = null;
  for (let left = limit; left > 0; left -= PAGE_ROWS) {
    const sizes = await store.sizes(selection, { after, take: Math.min(PAGE_ROWS, left) });
    for (const ids of splitPage(sizes)) {
      const rows = await store.rows(ids);
      if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toExportRecord(row))}\n`).join('');
    }
    after = sizes.at(-1) ?? null;
    if (after === null) return;
  }
}

/** Splits a page into pieces of bounded size, each of at least one row. */
function* splitPage(sizes: SizedPosition[]): Generator<string[]> {
  let piece: string[] = [];
  let total = 0;
  for (const { id, size } of sizes) {
    if (piece.length > 0 && total + size > PIECE_SIZE) {
      yield piece;
      piece = [];
      total = 0;
    }
    piece.push(id);
    total += size;
  }
  if (piece.length > 0) yield piece;
}

function toExportRecord(row: ExportRow): ExportRecord {
  const { credited, creditReason } = creditOf(row);
  return {
    episode_id: row.id,
    task: row.task,
    messages: fromJson(row.messages),
    tool_calls: fromJson(row.toolCalls),
    reward: row.reward,
    reward_strength: row.rewardStrength,
    credited,
    credit_reason: creditReason,
    served: fromJsonOrNull(row.served),
    holdout: row.holdout,
    framework: row.framework,
    model: row.model,
    created_at: row.createdAt.toISOString(),
  };
}
