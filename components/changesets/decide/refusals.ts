/**
 * Decisions that the server refused, until the reviewer has seen them. Kept in the query cache: the reviewer is on the
 * next changeset by the time a refusal arrives, and comes back to a view that was not there when it did.
 */
'use client';

import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fault } from '../../api/fault.ts';

/** `promise` is what the button had said. */
interface Refusal {
  promise: string;
  fault: Fault;
}

const keyOf = (id: string) => ['refused-decision', id];

export function keepRefusal(client: QueryClient, id: string, refusal: Refusal): void {
  client.setQueryData(keyOf(id), refusal);
}

/** The refusal of this changeset's last decision, and the way to put it away. */
export function useRefusal(id: string): [Refusal | null, () => void] {
  const client = useQueryClient();
  const { data } = useQuery<Refusal | null>({ queryKey: keyOf(id), queryFn: skipToken, initialData: null });
  return [data ?? null, () => client.setQueryData(keyOf(id), null)];
}
