/** What deciding on many held memories would do, one by one, and what of it is left out and why. Pure. */
import { isFinding } from '../../../server/domain/memories/memory.ts';
import type { Outputs } from '../../api/trpc.ts';
import type { ListedMemory } from '../memories-state.ts';

type Planable = Pick<ListedMemory, 'id' | 'holdReasons' | 'similarId'>;

/** One row of the sheet: what will happen to it, or (`left`) why nothing will. */
export interface Planned<Row extends Planable = ListedMemory> {
  memory: Row;
  does: string | null;
  left: string | null;
}

/** `model` tells whether one is there to weigh a memory against the one that it resembles. */
export function planHeld<Row extends Planable>(
  memories: readonly Row[],
  { approve, model }: { approve: boolean; model: boolean },
): Planned<Row>[] {
  const taken = new Set<string>();
  return memories.map((memory) => {
    if (!approve) return { memory, does: 'deleted, never active', left: null };
    const { holdReasons, similarId } = memory;
    if (holdReasons.some(isFinding))
      return { memory, does: null, left: 'memories with findings are decided one at a time' };
    if (similarId === null) return { memory, does: 'becomes active', left: null };
    // The first may change what the second was compared with.
    if (taken.has(similarId)) {
      return { memory, does: null, left: 'resembles the same memory as one above' };
    }
    taken.add(similarId);
    const does = model
      ? 'compared by the model with the similar memory'
      : 'becomes active beside the similar memory';
    return { memory, does, left: null };
  });
}

/** "3 to approve, 1 left out" as the one sentence above the rows. */
export function planSummary(planned: readonly Planned<Planable>[], approve: boolean): string {
  const going = planned.filter(({ does }) => does !== null).length;
  const left = planned.length - going;
  if (going === 0) return 'None of these can be approved together';
  const done = `${going} ${approve ? 'to approve' : 'to delete for good'}`;
  return left === 0 ? done : `${done}; ${left} left out`;
}

type Decided = Outputs['memories']['decide'][number];

/** What became of one. */
export function decidedText({ status, fault }: Pick<Decided, 'status' | 'fault'>): string {
  switch (status) {
    case null:
      return `Not decided: ${fault?.detail ?? 'no answer'}`;
    case 'rejected':
      return 'Rejected and deleted';
    case 'superseded':
      return 'Approved: an active memory already says it';
    case 'active':
      return 'Approved and active';
    default:
      return `Approved: now ${status}`;
  }
}
