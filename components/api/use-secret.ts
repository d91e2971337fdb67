'use client';

/**
 * A call that answers with a secret: it is in this component's state alone, not in the address, the query cache, a toast
 * or the log, and gone when the component is.
 */
import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** `stale` is what the call makes old. */
export function useSecret<Input, Answer>(call: (input: Input) => Promise<Answer>, stale: QueryFilters[]) {
  const cache = useQueryClient();
  const [shown, setShown] = useState<Answer | null>(null);
  const { mutate, isPending, error } = useMutation({
    // Answers with nothing, so that the cache of mutations never sees the secret.
    mutationFn: async (input: Input) => setShown(await call(input)),
    onSuccess: () => Promise.all(stale.map((filter) => cache.invalidateQueries(filter))),
  });
  return { shown, ask: mutate, isPending, error, forget: () => setShown(null) };
}
