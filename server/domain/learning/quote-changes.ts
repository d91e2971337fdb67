/** Earlier changes as the learning model reads them, so that it proposes nothing again that waits or was refused. */
import type { Operation } from '../skills/changesets/ops.ts';

/** A change that waits, or was refused with a reason. */
export interface EarlierChange {
  readonly ops: readonly Operation[];
  readonly rationale: string;
  readonly reason: string | null;
}

/** Characters of all changes together. */
const MAX_CHANGES_TEXT = 20_000;

type Fields = Record<string, unknown>;

/** Changes as records to be quoted, numbered from 1, the first that fit. */
export function earlierChangeRecords(changes: readonly EarlierChange[]): Fields[] {
  return recordsWithin(changes.flatMap(recordsOf), MAX_CHANGES_TEXT);
}

/** One record an operation: a single one for a whole change could be clipped in its middle. */
function recordsOf({ ops, rationale, reason }: EarlierChange, at: number): Fields[] {
  const change = at + 1;
  return [
    { change, rationale, ...(reason === null ? {} : { refused_because: reason }) },
    ...ops.flatMap((op): Fields[] => {
      if (op.op !== 'create_skill') return [{ change, ...op, front_matter: undefined }];
      const { bullets, front_matter: _, ...rest } = op;
      return [
        { change, ...rest },
        ...bullets.map((rule) => ({ change, op: 'rule of the new skill', ...rule })),
      ];
    }),
  ];
}

/** The first records that fit into `max` characters. */
export function recordsWithin(records: readonly Fields[], max: number): Fields[] {
  let room = max;
  return records.filter((record) => {
    room -= JSON.stringify(record).length;
    return room >= 0;
  });
}
