/** What a reviewer made of each operation of a proposal: kept, reworded or left out. Pure. */
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';

/** `amended` is null where the operation was left out, `original` where it was written anew. */
export interface Pair {
  original: Operation | null;
  amended: Operation | null;
  /** Whether both say the same. */
  same: boolean;
}

/** The operations of the proposal in their order with what became of each, then those that are new. */
export function pairOps(original: readonly Operation[], amended: readonly Operation[]): Pair[] {
  const left = [...amended];
  const take = (fits: (op: Operation) => boolean): Operation | null => {
    const at = left.findIndex(fits);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const exact = original.map((op) => take((other) => JSON.stringify(other) === JSON.stringify(op)));
  const pairs = original.map((op, at): Pair => {
    const same = exact[at];
    if (same) return { original: op, amended: same, same: true };
    return { original: op, amended: take((other) => isRewordingOf(other, op)), same: false };
  });
  return [...pairs, ...left.map((op) => ({ original: null, amended: op, same: false }))];
}

/** The texts of an operation, one below the other. */
export function wordingOf(op: Operation): string {
  switch (op.op) {
    case 'create_skill':
      return [op.description, ...op.bullets.map(({ content, section }) => `${section}: ${content}`)].join(
        '\n',
      );
    case 'add':
      return `${op.section}: ${op.content}`;
    case 'update':
      return [op.section, op.content].filter(Boolean).join(': ') || `Rule ${op.bullet}`;
    case 'remove':
      return `Rule ${op.bullet}`;
    case 'set_description':
      return op.description;
    default:
      return op satisfies never;
  }
}

/** Operations on the same thing; of additions, those that share at least a quarter of their words. */
function isRewordingOf(other: Operation, op: Operation): boolean {
  if (other.op !== op.op) return false;
  if (other.op === 'create_skill' || op.op === 'create_skill') return true;
  if (other.skill !== op.skill) return false;
  if (other.op === 'add' && op.op === 'add') return overlap(other.content, op.content) >= 0.25;
  return 'bullet' in other && 'bullet' in op ? other.bullet === op.bullet : true;
}

function overlap(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().split(/\W+/).filter(Boolean));
  const [first, second] = [words(a), words(b)];
  return first.intersection(second).size / Math.max(1, first.union(second).size);
}
