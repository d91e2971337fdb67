/**
 * What is said, ready to be stored. The text is scanned as received and stored redacted, so that a secret in it is seen and not
 * kept.
 */

import { hash } from 'node:crypto';
import { comparableText } from '../../domain/knowledge/resemblance.ts';
import type { Vector } from '../../domain/knowledge/vector.ts';
import type { MemoryKind } from '../../domain/memories/memory.ts';
import { countIndependentSources, type Support } from '../../domain/memories/support.ts';
import { redact } from '../../domain/safety/redact.ts';
import { scanText } from '../../domain/safety/scan.ts';
import { knowledgeOf } from '../../knowledge/index.ts';
import type { Config } from '../../platform/config/config.ts';
import type { TenantConfig } from '../../platform/config/tenant-config.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MemoryRecord, MemoryScope } from '../storage/index.ts';

/** Held although nothing is wrong with it: memories are not approved automatically. */
const AUTO_APPROVE_OFF = 'auto_approve_off';

/** Held although nothing is wrong with it: fewer sessions taught it than policy asks for. */
export const FEW_SESSIONS = 'few_sessions';

/** Whether policy may approve what rests on this: a person said it, or so many independent ones that it has to be `least`. */
function isVouchedFor(support: readonly Support[], least: number): boolean {
  return (
    least <= 1 ||
    support.some(({ saidBy }) => saidBy.includes('reviewer')) ||
    countIndependentSources(support) >= least
  );
}

interface StatementInput {
  scope: MemoryScope;
  kind: MemoryKind;
  content: string;
  /** 0 to 1. */
  confidence: number;
  /** Ids of the episodes it was learned from. */
  sources: string[];
  /** Those episodes, or who said it. */
  support: readonly Support[];
}

export interface Statement extends StatementInput {
  textKey: string;
  /** Reasons to hold it that the text and the installation's settings give; {@link underPolicy} adds the tenant's. */
  holdReasons: string[];
}

/** Reads what was said; `findings` are further reasons to hold it. */
export function toStatement(
  { governance, recall }: Config,
  input: StatementInput,
  findings: readonly string[] = [],
): Statement {
  const content = recall.redactPii ? redact(input.content) : input.content;
  const holdReasons: string[] = [...new Set([...scanText(input.content), ...findings])];
  if (!governance.autoApproveMemories) holdReasons.push(AUTO_APPROVE_OFF);
  return { ...input, content, textKey: textKey(content), holdReasons };
}

/** The statement, held where fewer sessions taught it than the tenant's policy asks for at the time it is stored. */
export function underPolicy({ governance }: TenantConfig, statement: Statement): Statement {
  const { autoApproveMemories, minSessionsForAutoApprove: least } = governance;
  if (!autoApproveMemories || isVouchedFor(statement.support, least)) return statement;
  return { ...statement, holdReasons: [...statement.holdReasons, FEW_SESSIONS] };
}

interface RowDetails {
  id: string;
  actor: string;
  holdReasons: string[];
  similarId: string | null;
  /** False where it says what an older memory says of which it is not known. */
  evidenceKept?: boolean;
}

/** The row of a statement: believed from now on, or held for `holdReasons`. */
export function newMemoryRecord(
  runtime: Runtime,
  { scope, kind, content, textKey: key, confidence, sources }: Statement,
  { id, actor, holdReasons, similarId, evidenceKept = true }: RowDetails,
): MemoryRecord {
  const now = runtime.clock();
  const isHeld = holdReasons.length > 0;
  return {
    id,
    ...scope,
    kind,
    content,
    textKey: key,
    confidence,
    status: isHeld ? 'pending' : 'active',
    holdReasons,
    similarId,
    sources,
    createdBy: actor,
    validFrom: now,
    invalidAt: null,
    supersededBy: null,
    createdAt: now,
    activatedAt: isHeld ? null : now,
    closedAt: null,
    evidenceKept,
  };
}

// The vector of what is said, asked for before any transaction begins, because an endpoint and many stored vectors take their time.

/**
 * The vector of `content`, null where there is none within `timeoutMs` (as at a recall unless given). With it, the memories that it
 * will be held against are in memory, so that the transaction need read only what has changed since.
 */
export async function statementVector(
  runtime: Runtime,
  tenant: string,
  { scope, content, timeoutMs }: { scope: MemoryScope; content: string; timeoutMs?: number },
): Promise<Vector | null> {
  const vectorQuery = queryVector(runtime, tenant, content, { role: 'passage', timeoutMs });
  if (vectorQuery === null) return null;
  const { agentId, userId } = scope;
  const [vector] = await Promise.all([
    vectorQuery,
    knowledgeOf(runtime).memories(tenant, { agentId, userId }, 0),
  ]);
  return vector;
}

// The key by which a memory of the same text is found: a hash, because a text may be longer than an index can hold.

/** Equal for texts that differ in case and white space at most. */
export function textKey(text: string): string {
  return hash('sha256', comparableText(text), 'base64url');
}
