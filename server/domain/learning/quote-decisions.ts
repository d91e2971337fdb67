/** Earlier proposals as the learning model reads them, so that it does not propose again what waits or was refused. */
import type { Operation } from '../changesets/ops.ts';
import { clip, quotedRecords } from './quote.ts';

/** Characters of one proposal's operations. */
const MAX_OPS_TEXT = 2000;

/** A proposal that waits, or was refused for `reason`. */
export type EarlierProposal = {
  readonly status: string;
  readonly ops: readonly Operation[];
  /** What the reviewer said, or how the canary ended. */
  readonly reason: string | null;
};

/** Earlier proposals, one a record, quoted. Empty where there is none. */
export function quotedProposals(proposals: readonly EarlierProposal[]): string {
  if (proposals.length === 0) return '';
  return quotedRecords(
    proposals.map(({ status, ops, reason }) => ({
      status,
      operations: clip(JSON.stringify(ops), MAX_OPS_TEXT),
      ...(reason === null ? {} : { reason }),
    })),
  );
}
