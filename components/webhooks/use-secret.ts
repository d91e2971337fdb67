/** Calls that answer with a secret: it is in this component's state alone, and gone when the component is. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Inputs, useTRPC, useTRPCClient } from '../api/trpc.ts';

/** A secret, and the webhook that has it. */
interface Secret {
  webhookId: string;
  secret: string;
}

/** Creates a webhook. */
export function useCreateWebhook() {
  const client = useTRPCClient();
  return useSecret(async (input: Inputs['webhooks']['create']) => {
    const { id: webhookId, secret } = await client.webhooks.create.mutate(input);
    return { webhookId, secret };
  });
}

/** Gives a webhook another secret. */
export function useRotateSecret() {
  const client = useTRPCClient();
  return useSecret(async (webhookId: string) => {
    const { secret } = await client.webhooks.rotate.mutate({ webhook_id: webhookId });
    return { webhookId, secret };
  });
}

function useSecret<Input>(call: (input: Input) => Promise<Secret>) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [shown, setShown] = useState<Secret | null>(null);
  const { mutate, isPending, error } = useMutation({
    // Answers with nothing, so that the cache of mutations never sees the secret.
    mutationFn: async (input: Input) => setShown(await call(input)),
    onSuccess: () => cache.invalidateQueries(trpc.webhooks.pathFilter()),
  });
  return { shown, ask: mutate, isPending, error, forget: () => setShown(null) };
}
