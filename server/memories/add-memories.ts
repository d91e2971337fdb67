/**
 * Remembers what callers say. What needs no decision (nothing like it is known, or no model could tell which of
 * the two holds, or it is held in any case) is stored in one transaction with what else the tenant's callers say
 * at that moment, because a commit waits for the disk. The rest is decided one by one.
 */

import { scopeOf } from '../domain/fields.ts';
import { inChunks } from '../domain/in-chunks.ts';
import {
  ALIKE_COSINE,
  type CompactVector,
  compactVector,
  cosineOf,
  type Vector,
} from '../domain/knowledge/vector.ts';
import type { MemoryAdded, MemoryIn } from '../domain/memories/memory.ts';
import { callerSource, type Support } from '../domain/memories/support.ts';
import type { Principal } from '../domain/principal.ts';
import { bumpMemoryRevisions, readTenantConfig, wordIndex } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { groupWrites } from '../platform/db/write-group.ts';
import { isServiceError, type ServiceError } from '../platform/errors.ts';
import { REQUEST_TIMEOUTS } from '../platform/llm/complete.ts';
import { modelConfigured } from '../platform/llm/endpoint.ts';
import type { Runtime } from '../platform/runtime.ts';
import { withinQuota } from '../platform/tenants/quotas.ts';
import { nextTurn } from '../platform/turns.ts';
import {
  logMissed,
  type MissedReconciliation,
  missedBy,
  prepareSimilar,
  similarWithin,
} from './reconciliation/index.ts';
import { releaseVouched } from './release-vouched.ts';
import { remember } from './remember.ts';
import {
  type Author,
  announceChange,
  type Change,
  type NewMemory,
  newRecord,
  type Statement,
  statementVector,
  storeNew,
  toStatement,
  underPolicy,
} from './statements/index.ts';
import {
  type AddedSupport,
  type MemoryRecord,
  type MemoryScope,
  memoryStore,
  supportStore,
} from './storage/index.ts';

/**
 * Stores a memory, or answers `noop` with the one of its agent and user that already says the same. A model that
 * is missing, fails or takes long never fails this: the memory is held instead.
 */
export async function addMemory(
  runtime: Runtime,
  principal: Principal,
  memory: MemoryIn,
): Promise<MemoryAdded> {
  const patience = patienceOf(runtime);
  return await admitted(runtime, principal.tenant, async () =>
    add(runtime, await prepare(runtime, principal, memory), patience),
  );
}

/** One memory, if the tenant's quota has room for it. */
async function admitted(
  runtime: Runtime,
  tenant: string,
  work: () => Promise<MemoryAdded>,
): Promise<MemoryAdded> {
  const storedBy = ({ action }: MemoryAdded) => (action === 'add' ? 1 : 0);
  return await withinQuota(runtime, tenant, { name: 'memories', count: 1 }, { work, storedBy });
}

/** Callers of HTTP wait no longer; the memory is pending then, and a job reconciles it. */
const LONGEST_WAIT_MS = 10_000;

/** Ends the wait for the model, however many memories one request brings; undefined where there is none to wait for. */
const patienceOf = ({ config }: Runtime) =>
  modelConfigured(config) ? AbortSignal.timeout(LONGEST_WAIT_MS) : undefined;

/** So many of a batch are added at once: as many as one transaction stores. */
const AT_ONCE = 64;

/**
 * Adds several memories, each by itself: the answers are in their order, and an error that a caller is told of stands
 * in the place of its memory. Throws where anything else goes wrong; to say all of them again adds none twice.
 */
export async function addMemories(
  runtime: Runtime,
  principal: Principal,
  memories: readonly MemoryIn[],
): Promise<(MemoryAdded | ServiceError)[]> {
  const patience = patienceOf(runtime);
  const added: (MemoryAdded | ServiceError)[] = [];
  for (const chunk of inChunks(memories, AT_ONCE)) {
    const waiting: WaitingMemory[] = [];
    for (const memory of chunk) {
      waiting.push(await prepare(runtime, principal, memory));
      // A text is scanned in one go, and others want their turn in between.
      await nextTurn();
    }
    added.push(
      ...(await Promise.all(
        waiting.map((entry) =>
          admitted(runtime, principal.tenant, () => add(runtime, entry, patience)).catch(toServiceError),
        ),
      )),
    );
  }
  return added;
}

function toServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  throw error;
}

/** Reads what is said, and what it will be compared with. */
async function prepare(runtime: Runtime, principal: Principal, memory: MemoryIn): Promise<WaitingMemory> {
  const { content, kind } = memory;
  const scope = scopeOf(memory);
  const support = [supportOf(principal)];
  const statement = toStatement(runtime.config, {
    scope,
    kind,
    content,
    confidence: 1,
    sources: [],
    support,
  });
  const vector = await statementVector(runtime, principal.tenant, statement);
  await prepareSimilar(runtime, principal.tenant, scope);
  return { author: principal, statement, vector };
}

/** Who may approve memories is a person, or acts for one; all others are agents. */
function supportOf({ actor, scopes }: Principal): Support {
  const saidBy = [scopes.has('review') ? ('reviewer' as const) : ('agent' as const)];
  return { source: callerSource(actor), saidBy, sessionId: null, userId: null };
}

async function add(
  runtime: Runtime,
  waiting: WaitingMemory,
  patience: AbortSignal | undefined,
): Promise<MemoryAdded> {
  const { author, statement } = waiting;
  const write = runtime.once('memories.writer', () =>
    groupWrites<WaitingMemory, MemoryAdded | null>({
      write: (tenant, group) => storeTogether(runtime, tenant, group),
      bytesOf: ({ statement: { content } }) => 1000 + 2 * content.length,
    }),
  );
  const stored = await write(author.tenant, waiting);
  const options = { timeouts: REQUEST_TIMEOUTS, patience, commit: runtime.db.write };
  if (stored === null) return await remember(runtime, { author, statement, recalled: [], ...options });
  if (stored.action !== 'noop') return stored;
  return { ...stored, status: await releaseVouched(runtime, author.tenant, { ...stored, ...options }) };
}

interface WaitingMemory {
  author: Author;
  statement: Statement;
  /** The statement's, where there is one. */
  vector: Vector | null;
}

interface GroupResult {
  /** In the order of the statements; null for one that has to be decided by itself. */
  added: (MemoryAdded | null)[];
  changes: { scope: MemoryScope; change: Change }[];
  /** Those that are held because they resemble others. */
  missed: { missed: MissedReconciliation; record: MemoryRecord }[];
}

async function storeTogether(
  runtime: Runtime,
  tenant: string,
  waiting: readonly WaitingMemory[],
): Promise<GroupResult['added']> {
  const { added, changes, missed } = await runtime.db.write((tx) => storeGroup(runtime, tx, tenant, waiting));
  for (const { scope, change } of changes) announceChange(runtime, tenant, scope, change);
  for (const { missed: why, record } of missed) logMissed(runtime, tenant, why, record);
  return added;
}

/** Bumping the revisions comes first, as in every change of memories. */
async function storeGroup(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  waiting: readonly WaitingMemory[],
): Promise<GroupResult> {
  const nextRevision = await takeRevisions(tx, tenant, waiting);
  const policy = await readTenantConfig(runtime, tx, tenant);
  const known = await memoryStore(tx, tenant).sameTexts(waiting.map(({ statement }) => statement));
  const fresh = comparison();
  const together: GroupResult = { added: [], changes: [], missed: [] };
  const mayAsk = modelConfigured(runtime.config);
  const records: NewMemory[] = [];
  const confirmed: AddedSupport[] = [];
  for (const [index, { author, statement: submitted, vector }] of waiting.entries()) {
    const statement = underPolicy(policy, submitted);
    const { scope } = statement;
    const { before, revision } = nextRevision(scope.agentId);
    const change: Change = { revision, activated: null, closedOne: false, vector };
    together.changes.push({ scope, change });
    const same = known[index] ?? fresh.sameText(statement);
    if (same) {
      together.added.push({ id: same.id, action: 'noop', status: same.status });
      confirmed.push({ memoryId: same.id, support: statement.support });
      continue;
    }
    const similar = await similarWithin(runtime, tx, tenant, { ...statement, vector, revision: before });
    const ids = [...similar.ids, ...fresh.alike(statement, vector)];
    const isUndecided = ids.length > 0 && statement.holdReasons.length === 0;
    if (isUndecided && mayAsk) {
      together.added.push(null);
      continue;
    }
    const record = newRecord(runtime, author, statement, { ...similar, ids });
    if (isUndecided) together.missed.push({ missed: missedBy(runtime, { action: 'stale' }), record });
    fresh.add(record, vector);
    records.push({ record, vector, support: statement.support });
    together.added.push({ id: record.id, action: 'add', status: record.status });
    if (record.status === 'active') change.activated = record;
  }
  if (records.length > 0) await storeNew(runtime, tx, tenant, records);
  await supportStore(tx, tenant).add(confirmed, runtime.clock());
  return together;
}

/**
 * Takes a revision for each statement. The answer gives out an agent's one after the other, with the revision
 * that stood before the group.
 */
async function takeRevisions(
  tx: Tx,
  tenant: string,
  waiting: readonly WaitingMemory[],
): Promise<(agentId: string) => { before: number; revision: number }> {
  const counts = new Map<string, number>();
  for (const { statement } of waiting) {
    const { agentId } = statement.scope;
    counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  }
  const last = await bumpMemoryRevisions(tx, tenant, counts);
  const given = new Map<string, number>();
  return (agentId) => {
    const before = (last.get(agentId) ?? 0) - (counts.get(agentId) ?? 0);
    const count = (given.get(agentId) ?? 0) + 1;
    given.set(agentId, count);
    return { before, revision: before + count };
  };
}

/** Compares statements with those of the same group, which nobody else can see yet. */
function comparison() {
  const scopes = new Map<string, ReturnType<typeof newScope>>();
  const newScope = () => ({
    byText: new Map<string, MemoryRecord>(),
    words: wordIndex([]),
    vectors: [] as { id: string; vector: CompactVector }[],
  });
  const inScope = ({ agentId, userId }: MemoryScope) => {
    const key = JSON.stringify([agentId, userId]);
    const found = scopes.get(key) ?? newScope();
    scopes.set(key, found);
    return found;
  };
  return {
    add(record: MemoryRecord, vector: Vector | null): void {
      const { byText, words, vectors } = inScope(record);
      byText.set(record.textKey, record);
      if (record.status !== 'active') return;
      words.add(record);
      if (vector !== null) vectors.push({ id: record.id, vector: compactVector(vector) });
    },
    sameText: ({ scope, textKey }: Statement) => inScope(scope).byText.get(textKey),
    /** The ids of the active ones that a statement resembles. */
    alike({ scope, content }: Statement, vector: Vector | null): string[] {
      const { words, vectors } = inScope(scope);
      const inMeaning =
        vector === null
          ? []
          : vectors.filter((other) => (cosineOf(vector, other.vector) ?? 0) >= ALIKE_COSINE);
      return [...new Set([...inMeaning.map(({ id }) => id), ...words.alike(content)])];
    },
  };
}
