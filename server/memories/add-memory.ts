/**
 * Remembers what a caller says. The text is scanned as received and stored redacted, so that a secret in it is seen and
 * not kept. What nobody vouches for is held: a text with findings, any text where memories are not approved
 * automatically, and one that resembles an active memory while no model can tell which of the two holds.
 */
import { writeAudit } from '../audit/index.ts';
import type { MemoryAdded, MemoryIn } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import { redact } from '../domain/safety/redact.ts';
import { scanText } from '../domain/safety/scan.ts';
import { bumpRevision, knowledgeOf } from '../knowledge/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { refreshProfile } from '../profiles/index.ts';
import { type MemoryRecord, type MemoryScope, memoryStore } from './store.ts';
import { tellActivated } from './tell-activated.ts';
import { textKey } from './text-key.ts';

/** Held although nothing is wrong with it: memories are not approved automatically. */
const AUTO_APPROVE_OFF = 'auto_approve_off';
/** Held because it resembles an active memory. */
const RESEMBLES = 'resembles';

/** What is said, ready to be stored. */
interface Statement {
  scope: MemoryScope;
  kind: MemoryIn['kind'];
  content: string;
  textKey: string;
  /** Reasons to hold it that the text and the settings give. */
  holdReasons: string[];
}

/** What was done, and the agent's revision that it made. */
interface Stored {
  reply: MemoryAdded;
  revision: number;
  /** The new memory; null where there was one already. */
  record: MemoryRecord | null;
}

/** Stores a memory, or answers `noop` with the one of its agent and user that already says the same. */
export async function addMemory(
  runtime: Runtime,
  principal: Principal,
  input: MemoryIn,
): Promise<MemoryAdded> {
  const { tenant } = principal;
  const statement = stateOf(runtime, input);
  const known = await memoryStore(runtime.db.read, tenant).sameText(statement.scope, statement.textKey);
  if (known !== null) return { ...known, action: 'noop' };
  const stored = await runtime.db.write((tx) => store(runtime, tx, principal, statement));
  tell(runtime, tenant, statement.scope, stored);
  return stored.reply;
}

/** Keeps what is in memory current, and leaves a line where a model was missed. */
function tell(runtime: Runtime, tenant: string, scope: MemoryScope, { record, revision }: Stored): void {
  if (record?.status === 'active') tellActivated(runtime, tenant, record, revision);
  else {
    const { agentId } = scope;
    knowledgeOf(runtime).memoriesChanged({ tenant, agentId, revision, touched: null });
  }
  if (record !== null && record.similarId !== null) {
    runtime.log.info('memory.reconcile_unavailable', { memory_id: record.id, similar_id: record.similarId });
  }
}

function stateOf({ config }: Runtime, { content: received, kind, scope }: MemoryIn): Statement {
  const content = config.recall.redactPii ? redact(received) : received;
  const holdReasons: string[] = [...scanText(received)];
  if (!config.governance.autoApproveMemories) holdReasons.push(AUTO_APPROVE_OFF);
  return {
    scope: { agentId: scope.agent_id, userId: scope.user_id ?? null },
    kind,
    content,
    textKey: textKey(content),
    holdReasons,
  };
}

/**
 * Stores the statement. Bumping the revision comes first: that row lets one change of an agent's memories through at a
 * time, so of two callers who say the same at once the second finds what the first has stored.
 */
async function store(runtime: Runtime, tx: Tx, principal: Principal, statement: Statement): Promise<Stored> {
  const { tenant } = principal;
  const { scope } = statement;
  const { memories: revision } = await bumpRevision(tx, tenant, scope.agentId, 'memories');
  const records = memoryStore(tx, tenant);
  const known = await records.sameText(scope, statement.textKey);
  if (known !== null) return { reply: { ...known, action: 'noop' }, revision, record: null };
  const shelf = await knowledgeOf(runtime).memoriesWithin(tx, tenant, scope, revision - 1);
  const similarId = shelf.resembling(statement.content);
  const record = recordOf(runtime, principal, statement, similarId);
  await records.add(record);
  await writeAudit(runtime, tx, principal, {
    action: 'memory.add',
    resource: `memory:${record.id}`,
    details: {
      agent_id: scope.agentId,
      kind: record.kind,
      status: record.status,
      hold_reasons: record.holdReasons,
    },
  });
  if (record.status === 'active') await refreshProfile(runtime, tx, tenant, record);
  return { reply: { id: record.id, action: 'add', status: record.status }, revision, record };
}

function recordOf(
  runtime: Runtime,
  principal: Principal,
  { scope, kind, content, textKey: key, holdReasons }: Statement,
  similarId: string | null,
): MemoryRecord {
  const now = runtime.clock();
  const reasons = similarId === null ? holdReasons : [...holdReasons, RESEMBLES];
  const isHeld = reasons.length > 0;
  return {
    id: runtime.newId('memory'),
    ...scope,
    kind,
    content,
    textKey: key,
    confidence: 1,
    status: isHeld ? 'pending' : 'active',
    holdReasons: reasons,
    similarId,
    sources: [],
    createdBy: principal.actor,
    validFrom: now,
    invalidAt: null,
    supersededBy: null,
    createdAt: now,
    activatedAt: isHeld ? null : now,
    closedAt: null,
  };
}
