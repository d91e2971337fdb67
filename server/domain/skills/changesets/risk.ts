/** How much a change can break, which decides who may approve it and whether it meets live traffic first. */
import type { Operation } from './ops.ts';

export const RISKS = ['low', 'medium', 'high'] as const;
export type Risk = (typeof RISKS)[number];

/**
 * The risk of operations is that of the riskiest: new knowledge is low, reworded or merged rules are medium; high is what
 * forgets a rule or changes when a skill is served. No operations are low.
 */
export function riskOf(ops: readonly Operation[]): Risk {
  const risks = new Set(ops.map(riskOfOne));
  return RISKS.findLast((risk) => risks.has(risk)) ?? 'low';
}

function riskOfOne(op: Operation): Risk {
  switch (op.op) {
    case 'create_skill':
    case 'add':
      return 'low';
    case 'update':
      return 'medium';
    case 'remove':
      return op.merged_into ? 'medium' : 'high';
    case 'set_description':
      return 'high';
    default:
      return op satisfies never;
  }
}
