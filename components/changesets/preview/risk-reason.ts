/** Why a change has the risk that it has: the riskiest thing that it does, in words. Pure. */
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';

/** "changes an existing rule". */
export function riskReason(ops: readonly Operation[]): string {
  const has = (test: (op: Operation) => boolean) => ops.some(test);
  if (has((op) => op.op === 'set_description')) return 'changes when the skill is served';
  if (has((op) => op.op === 'remove' && !op.merged_into)) return 'forgets a rule';
  if (has((op) => op.op === 'update')) return 'changes an existing rule';
  if (has((op) => op.op === 'remove')) return 'merges rules';
  return 'adds only';
}
