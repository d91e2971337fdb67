/** What deciding on many at once would do, item by item, and what of it is left out and why. Pure. */
import type { Outputs } from '../api/trpc.ts';
import { type Approval, outcomeOf, promiseOf, type ReviewResult } from '../changesets/decide/decision.ts';
import type { QueueItem } from './review-state.ts';

type Preview = Outputs['changesets']['previewMany'][number];
type Result = Outputs['changesets']['decideMany'][number];

/** One row of the sheet; `left` says why it is left out. `expect` goes along with the decision. */
export interface Planned {
  item: QueueItem;
  does: string | null;
  left: string | null;
  expect: string | null;
}

/** The approval of one. What would fail is left out: it fails one by one, on purpose, or not at all. */
function planApproval(item: QueueItem, preview: Preview | undefined): Planned {
  const none = { item, does: null, expect: null };
  if (preview === undefined) return { ...none, left: null };
  if (preview.excluded !== null) return { ...none, left: preview.excluded };
  const approval: Approval | null = preview.approval;
  if (approval === null) return { ...none, left: 'it is decided already' };
  if (approval.status === 'failed') return { ...none, left: `will fail: ${approval.reason}` };
  // The preview is newer than the row: what was amended between the two was not seen by the reviewer who
  // approves it here.
  if (!approval.expect.startsWith(item.digest)) return { ...none, left: 'it changed since it was listed' };
  return { item, does: promiseOf(approval, item), left: null, expect: approval.expect };
}

/** The approvals of all. Of several on one skill only the first can apply as it was proposed. */
export function planApprovals(items: readonly QueueItem[], previews: readonly Preview[]): Planned[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const planned = planApproval(
      item,
      previews.find(({ id }) => id === item.id),
    );
    if (planned.does === null) return planned;
    const rival = item.skills.find(({ id }) => id !== null && taken.has(id));
    if (rival !== undefined) {
      return { ...planned, does: null, left: `stale once the one above has changed ${rival.name}` };
    }
    for (const { id } of item.skills) if (id !== null) taken.add(id);
    return planned;
  });
}

/** What is left out of the approval and still waits, so that it can be rejected instead. */
export function leftPending(planned: readonly Planned[], previews: readonly Preview[]): QueueItem[] {
  const waiting = new Set(previews.filter(({ approval }) => approval !== null).map(({ id }) => id));
  return planned.filter(({ does, item }) => does === null && waiting.has(item.id)).map(({ item }) => item);
}

const WILL: [Approval['status'], (count: number) => string][] = [
  ['applied', (count) => `apply ${count}`],
  ['canary', (count) => `start a canary for ${count}`],
  ['approved', (count) => `queue ${count}`],
];

/** "Approving will apply 9, put 2 into a canary; 1 is left out". */
export function planSummary(planned: readonly Planned[], previews: readonly Preview[]): string {
  const going = new Set(planned.filter(({ does }) => does !== null).map(({ item }) => item.id));
  const statuses = previews.filter(({ id }) => going.has(id)).map(({ approval }) => approval?.status);
  const parts = WILL.flatMap(([status, words]) => {
    const count = statuses.filter((one) => one === status).length;
    return count === 0 ? [] : [words(count)];
  });
  const left = planned.length - going.size;
  const will =
    parts.length === 0 ? 'None of these can be approved together' : `Approving will ${parts.join(', ')}`;
  return left === 0 ? will : `${will}; ${left} ${left === 1 ? 'is' : 'are'} left out`;
}

const BECAME: [Outcome, string][] = [
  ['applied', 'applied'],
  ['canary', 'put into a canary'],
  ['approved', 'queued'],
  ['rejected', 'rejected'],
  ['failed', 'failed'],
  ['undecided', 'not decided'],
];
type Outcome = ReviewResult['status'] | 'undecided';

/** What became of all: "3 applied, 1 queued". */
export function resultSummary(results: readonly Result[]): string {
  const became = results.map(({ result }): Outcome => result?.status ?? 'undecided');
  const parts = BECAME.flatMap(([outcome, word]) => {
    const count = became.filter((one) => one === outcome).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return parts.join(', ');
}

/** What became of one. */
export function resultText({ result, fault }: Result): string {
  if (result !== null) return outcomeOf(result);
  return `Not decided: ${fault?.detail ?? 'no answer'}`;
}
