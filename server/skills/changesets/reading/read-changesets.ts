/** Changesets as reviewers read them. */

import type { Principal } from '../../../domain/principal.ts';
import type { Changeset, ShownChangeset } from '../../../domain/skills/changesets/changeset.ts';
import type { ChangesetStatus } from '../../../domain/skills/changesets/status.ts';
import type { Headline } from '../../../domain/skills/changesets/wording/headline.ts';
import type { Source } from '../../../domain/trust/side.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { cutPage, momentOf, type Page, readInPieces } from '../../../platform/paging.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { type LoadedSkill, readHeadlines, readHeadlinesOf } from '../../library/index.ts';
import { loadAffected } from '../load-for-decision.ts';
import type { ChangesetRecord } from '../records.ts';
import { changesetStore } from '../store.ts';
import { changesetDigest, targetVersions } from '../what-was-shown.ts';
import { detailStore } from './detail-store.ts';

/** Null means every agent, every status, the newest page. */
interface ChangesetQuery {
  agentId: string | null;
  status: ChangesetStatus | null;
  /** Null means whatever taught it. */
  source?: Source | null;
  /** The last changeset of the page before. */
  before?: string | null | undefined;
  /** Where the page before said that this one begins; `before` does not count then. */
  cursor?: string | null | undefined;
  limit: number;
}

/**
 * At most `limit` changesets, newest first, and fewer where they are large. Unknown `before`: `changeset not
 * found`.
 */
export async function listChangesets(
  runtime: Runtime,
  { tenant }: Principal,
  { before: last = null, cursor = null, limit, source = null, ...query }: ChangesetQuery,
): Promise<Page<Changeset>> {
  const { read } = runtime.db;
  const store = changesetStore(read, tenant);
  const before = cursor === null && last !== null ? await find(read, tenant, last) : placeAfter(cursor);
  const places = await store.places({ ...query, source, before, limit: limit + 1 });
  const page = cutPage(places, limit, ({ createdAt: key, id, size }) => ({ key, id, size }));
  const records = await readInPieces(page.items, store.findAll);
  return { items: records.map(toChangeset), nextCursor: page.nextCursor };
}

function placeAfter(cursor: string | null): Pick<ChangesetRecord, 'id' | 'createdAt'> | null {
  const place = momentOf(cursor);
  return place === null ? null : { id: place.id, createdAt: place.at };
}

/** One changeset. Unknown: `changeset not found`. */
export async function getChangeset(
  { db: { read } }: Runtime,
  { tenant }: Principal,
  id: string,
): Promise<ShownChangeset> {
  const record = await find(read, tenant, id);
  return changesetView(record, await loadAffected(read, tenant, record));
}

/**
 * The changeset by itself, with the digest by which a decision tells what it was made on; `affected` are its
 * skills as they are.
 */
export function changesetView(record: ChangesetRecord, affected: readonly LoadedSkill[]): ShownChangeset {
  return {
    ...toChangeset(record),
    digest: changesetDigest(
      record,
      targetVersions(
        record,
        affected.map(({ skill }) => skill),
      ),
    ),
  };
}

async function find(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const record = await changesetStore(tx, tenant).find(id);
  if (record === null) throw notFound('changeset');
  return record;
}

/** The changeset as it is shown among others. */
function toChangeset(record: ChangesetRecord): Changeset {
  const { humanAuthored: _, proposedBy: __, skipCanary: ___, amendedBy: ____, ...changeset } = record;
  return { ...changeset, createdAt: record.createdAt.toISOString() };
}

/** Most changesets that are listed for one episode. */
const MOST = 100;

interface CitingChangeset {
  id: string;
  headline: Headline;
  status: string;
  createdAt: string;
}

/** The newest changesets that cite an episode, which may be gone by now. */
export async function listCiting(
  runtime: Runtime,
  { tenant }: Principal,
  episodeId: string,
): Promise<CitingChangeset[]> {
  const { read } = runtime.db;
  const rows = await detailStore(read, tenant).citing(episodeId, MOST);
  const headlines = await readHeadlines(read, tenant, rows);
  return rows.flatMap(({ id, status, createdAt }, at) =>
    headlines[at] ? [{ id, headline: headlines[at], status, createdAt: createdAt.toISOString() }] : [],
  );
}

/** What changesets say, by id; those that do not exist are left out. */
export async function headlinesById(
  runtime: Runtime,
  { tenant }: Principal,
  ids: readonly string[],
): Promise<Record<string, Headline>> {
  return Object.fromEntries(await readHeadlinesOf(runtime.db.read, tenant, ids));
}
