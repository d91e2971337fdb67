/**
 * What the model's answer amounts to. A model is an untrusted author: it may only name memories that it was shown, and the wording
 * it proposes passes the same scan and redaction as what a caller says. Anything else decides nothing.
 */
import type { Answer } from '../../domain/learning/answers.ts';
import { isBlocking } from '../../domain/safety/finding.ts';
import { redact } from '../../domain/safety/redact.ts';
import { scanText } from '../../domain/safety/scan.ts';

/** The memory `target` gives way: to the statement as it is, or to `content`, which says what both say. */
export type Replacing =
  | { action: 'supersede'; target: string }
  | { action: 'update'; target: string; content: string };

/** What becomes of a statement. `noop`: `target` says it already. `undecided`: the model could not be had, or its answer not be used. */
export type Verdict =
  | { action: 'add' }
  | { action: 'noop'; target: string }
  | Replacing
  | { action: 'undecided'; because: 'unavailable' | 'failed'; reason: string };

/** What an answer is held against. */
export interface Asked {
  /** The statement's text. */
  content: string;
  /** Ids of the memories that were shown, the most alike first. */
  shown: readonly string[];
  /** Findings that a reviewer has seen and let pass. */
  accepted: readonly string[];
  redactPii: boolean;
}

const failed = (reason: string): Verdict => ({ action: 'undecided', because: 'failed', reason });

/** Reads an answer that fits its form. */
export function verdictOf({ action, target, content }: Answer<'memory'>, asked: Asked): Verdict {
  if (action === 'add') return { action };
  // A repetition changes nothing, so the memory that is most alike is taken where none is named.
  const meant = target ?? (action === 'noop' ? asked.shown[0] : null);
  if (meant === null || meant === undefined) return failed('the answer names no memory');
  if (!asked.shown.includes(meant)) return failed('the answer names a memory that was not shown');
  if (action !== 'update') return { action, target: meant };
  return mergedVerdict(meant, content ?? asked.content, asked);
}

function mergedVerdict(target: string, merged: string, { accepted, redactPii }: Asked): Verdict {
  const findings = scanText(merged).filter((finding) => isBlocking(finding) && !accepted.includes(finding));
  if (findings.length > 0) return failed(`the merged text has findings: ${findings.join(', ')}`);
  return { action: 'update', target, content: redactPii ? redact(merged) : merged };
}
