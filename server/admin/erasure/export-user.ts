/** What is stored with a user id, to be kept or handed over before it is erased. */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { noCursor } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { EXPORTED, type ExportedKind, exportUserStore } from './export-store.ts';

/** Rows of one page: an episode may have megabytes. */
const PAGE = 20;
const SEPARATOR = ':';

/** JSON lines, one for each row with its `type`; `nextCursor` is null after the last ones. */
interface UserExport {
  lines: string[];
  nextCursor: string | null;
}

/** A page of a user's rows, kind by kind, by id. The first page is audited. Throws 422 for a text that is no cursor. */
export async function exportUser(
  runtime: Runtime,
  principal: Principal,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<UserExport> {
  if (cursor === null) {
    await runtime.db.write((tx) =>
      writeAudit(runtime, tx, principal, { action: 'user.exported', resource: `user:${userId}` }),
    );
  }
  const place = placeOf(cursor);
  const store = exportUserStore(runtime.db.read, principal.tenant);
  const rows = await store.rows(place.kind, { userId, after: place.after, limit: PAGE });
  const last = rows.length === PAGE ? rows.at(-1)?.key : undefined;
  const next = last === undefined ? EXPORTED[EXPORTED.indexOf(place.kind) + 1] : place.kind;
  return {
    lines: rows.map(({ row }) => JSON.stringify({ type: place.kind, ...row })),
    nextCursor: next === undefined ? null : `${next}${SEPARATOR}${last ?? ''}`,
  };
}

function placeOf(cursor: string | null): { kind: ExportedKind; after: string } {
  if (cursor === null) return { kind: EXPORTED[0], after: '' };
  const [name, ...rest] = cursor.split(SEPARATOR);
  const kind = EXPORTED.find((one) => one === name);
  if (kind === undefined) throw noCursor();
  return { kind, after: rest.join(SEPARATOR) };
}
