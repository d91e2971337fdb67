/** Findings in words: what was found, and what it means for the change. Pure. */
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';

const KINDS: Record<string, string> = {
  secret: 'Looks like a secret',
  injection: 'Reads like a planted instruction',
  size: 'Too large to review',
};

/** What was learned from a run and why a person should look at it; the families' texts would not tell. */
const LEARNED: Record<string, string> = {
  'model:not_judged': 'Not judged: the model was asked what it is worth, and gave no usable answer',
  'model:not_curated': 'The model was asked how it goes with what it resembles, and gave no usable answer',
  'injection:untrusted_source': 'Learned from text from outside or of another user',
  'injection:personal_fact': 'Is about a person, and would be served to all users',
};

/** What earlier versions held by its wording. */
const EARLIER = /^injection:(?:copied_from|unvouched|untrusted_target|unconfirmed)/;

/** What a finding on learned text means, in a sentence; null for every other finding. */
export function learnedText(finding: string): string | null {
  return (
    LEARNED[finding] ??
    (EARLIER.test(finding) ? 'Held by an earlier version: text from outside may say it' : null)
  );
}

/** A finding as a name, for where a sentence has no room: "secret: aws access key". */
export function findingName(finding: string): string {
  return finding.replace(':', ': ').replaceAll(/[_-]/g, ' ');
}

/** "held: hidden text", "held: 2 findings": what holds a change, for the place where else its risk stands. */
export function heldText(blocking: readonly string[]): string {
  const [family = '', kind = ''] = blocking[0]?.split(':') ?? [];
  if (blocking.length > 1) return `held: ${blocking.length} findings`;
  return `held: ${family === 'injection' || family === 'model' ? kind.replaceAll('_', ' ') : family}`;
}

/** "Looks like a secret: aws access key", "Too long: 96 words, limit 80". */
export function findingText(finding: string, maxWords: number | null): string {
  const learned = learnedText(finding);
  if (learned !== null) return learned;
  const [family = '', kind = '', detail = ''] = finding.split(':');
  if (family === 'lint') return adviceText(kind, detail, maxWords);
  if (family === 'size') return `${KINDS.size}: ${Number(kind).toLocaleString('en')} characters`;
  return `${KINDS[family] ?? family}: ${kind.replaceAll(/[_-]/g, ' ')}`;
}

function adviceText(kind: string, detail: string, maxWords: number | null): string {
  if (kind === 'too-long') {
    const limit = maxWords === null ? '' : `, limit ${maxWords}`;
    return `Too long: ${detail.replace(/w$/, '')} words${limit}`;
  }
  if (kind === 'too-short') return 'Too short to tell an agent anything';
  if (kind === 'incident-log-shape') return 'Reads like a report of one incident, not like a rule';
  if (kind === 'missing-file') return `Refers to a file that is not here: ${detail}`;
  return kind.replaceAll('-', ' ');
}

// Why a change has the risk that it has: the riskiest thing that it does, in words. Pure.

/** "changes an existing rule". */
export function riskReason(ops: readonly Operation[]): string {
  const has = (test: (op: Operation) => boolean) => ops.some(test);
  if (has((op) => op.op === 'set_description')) return 'changes when the skill is served';
  if (has((op) => op.op === 'remove' && !op.merged_into)) return 'removes a rule';
  if (has((op) => op.op === 'update')) return 'changes an existing rule';
  if (has((op) => op.op === 'remove')) return 'merges rules';
  return 'adds only';
}
