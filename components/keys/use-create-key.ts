/**
 * Creates a key and holds the raw one in this component's state alone: not in the address, the query cache, a
 * toast or the log. It is gone when the component is.
 */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Inputs, type Outputs, useTRPC, useTRPCClient } from '../api/trpc.ts';

export type NewKey = Outputs['keys']['create'];

export function useCreateKey() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cache = useQueryClient();
  const [created, setCreated] = useState<NewKey | null>(null);
  const { mutate, isPending, error } = useMutation({
    // Answers with nothing, so that the cache of mutations never sees the key.
    mutationFn: async (input: Inputs['keys']['create']) => setCreated(await client.keys.create.mutate(input)),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries(trpc.keys.pathFilter()),
        cache.invalidateQueries(trpc.overview.firstRun.queryFilter()),
      ]),
  });
  return { created, create: mutate, isPending, error, forget: () => setCreated(null) };
}
