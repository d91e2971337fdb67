/**
 * What is said, ready to be stored. The text is scanned as received and stored redacted, so that a secret in it is seen and not
 * kept.
 */
import type { MemoryKind } from '../domain/memories/memory.ts';
import { redact } from '../domain/safety/redact.ts';
import { scanText } from '../domain/safety/scan.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { MemoryRecord, MemoryScope } from './store.ts';
import { textKey } from './text-key.ts';

/** Held although nothing is wrong with it: memories are not approved automatically. */
const AUTO_APPROVE_OFF = 'auto_approve_off';

/** A statement as it came in. */
export interface Said {
  scope: MemoryScope;
  kind: MemoryKind;
  content: string;
  /** 0 to 1. */
  confidence: number;
  /** Ids of the episodes it was learned from. */
  sources: string[];
}

export interface Statement extends Said {
  textKey: string;
  /** Reasons to hold it that the text and the settings give. */
  holdReasons: string[];
}

/** Reads what was said under the process's settings; `findings` are further reasons to hold it. */
export function stateOf({ config }: Runtime, said: Said, findings: readonly string[] = []): Statement {
  const content = config.recall.redactPii ? redact(said.content) : said.content;
  const holdReasons: string[] = [...new Set([...scanText(said.content), ...findings])];
  if (!config.governance.autoApproveMemories) holdReasons.push(AUTO_APPROVE_OFF);
  return { ...said, content, textKey: textKey(content), holdReasons };
}

/** What a row has beside its statement. */
interface Origin {
  id: string;
  actor: string;
  holdReasons: string[];
  similarId: string | null;
}

/** The row of a statement: believed from now on, or held for `holdReasons`. */
export function recordOf(
  runtime: Runtime,
  { scope, kind, content, textKey: key, confidence, sources }: Statement,
  { id, actor, holdReasons, similarId }: Origin,
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
  };
}
