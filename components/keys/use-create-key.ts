'use client';

/** Creates a key, and holds the raw one for as long as it is shown. */
import { type Inputs, type Outputs, useTRPC, useTRPCClient } from '../api/trpc.ts';
import { useSecret } from '../api/use-secret.ts';

export type NewKey = Outputs['keys']['create'];

export function useCreateKey() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useSecret(
    (input: Inputs['keys']['create']) => client.keys.create.mutate(input),
    [trpc.keys.pathFilter(), trpc.overview.firstRun.queryFilter()],
  );
}
