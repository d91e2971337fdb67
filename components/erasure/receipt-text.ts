/** The receipt of an erasure as text to keep elsewhere. Pure. */
import { type Counts, changedKinds, KINDS, totalOf } from './counts.ts';

/** What was done: `at` is the moment it ended, as an ISO string. */
export interface Erasure {
  userId: string;
  tenant: string;
  actor: string;
  at: string;
  previewed: Counts;
  erased: Counts;
}

/** One line a fact, so that it can be pasted into a ticket. */
export function receiptText(erasure: Erasure): string {
  const { userId, tenant, actor, at, previewed, erased } = erasure;
  const changed = changedKinds(previewed, erased);
  return [
    `Erasure of user ${userId}`,
    `Tenant: ${tenant}`,
    `Time: ${at}`,
    `By: ${actor}`,
    ...KINDS.map(({ kind, label }) => `${label}: ${erased[kind]}`),
    `Rows in all: ${totalOf(erased)}`,
    ...changed.map(({ label, from, to }) => `Changed since the preview: ${label} ${from} -> ${to}`),
  ].join('\n');
}
