'use client';

/** Gives every page one cache and one client. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import { useServerInsertedHTML } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { DashboardRouter } from '../../server/api/trpc/router.ts';
import {
  answersOf,
  fetchOnServer,
  firstAnswers,
  forgetFirstAnswers,
  NAME,
  onServer,
} from './first-answers.ts';
import { FreshQueryClient, RenderingQueryClient } from './query-client.ts';
import { MAX_BATCH, TRPCProvider, toCallError } from './trpc.ts';

const URL = '/api/trpc';
const FRESH_MS = 5000;
const RETRIES = 2;
/** Longer ones go in several requests, since servers and proxies bound an address. */
const MAX_URL = 2000;
/** Inputs that may not fit an address, once they are escaped, are sent as a body. */
const LONG_INPUT = 500;

function isLongRead({ type, input }: { type: string; input: unknown }): boolean {
  return type === 'query' && (JSON.stringify(input) ?? '').length > LONG_INPUT;
}

/** Only what may pass by itself is tried again: no answer, or a server that is not available. */
function mayPass(failures: number, error: unknown): boolean {
  return failures < RETRIES && ['unreachable', 'unavailable'].includes(toCallError(error).kind);
}

function makeQueryClient(): QueryClient {
  // The server asks once: the browser asks for what it could not be told.
  const once = { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } };
  if (onServer) return new RenderingQueryClient({ defaultOptions: once });
  const client = new FreshQueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: mayPass } },
  });
  for (const [key, answer] of firstAnswers() ?? []) client.setQueryData(key, answer);
  return client;
}

function makeCaller(tenant: string) {
  const headers = { 'x-shown-tenant': tenant };
  if (onServer) {
    const link = httpBatchLink({ url: URL, headers, maxItems: MAX_BATCH, fetch: fetchOnServer() });
    return createTRPCClient<DashboardRouter>({ links: [link] });
  }
  return createTRPCClient<DashboardRouter>({
    links: [
      splitLink({
        condition: isLongRead,
        true: httpBatchLink({ url: URL, headers, maxItems: MAX_BATCH, methodOverride: 'POST' }),
        false: httpBatchLink({ url: URL, headers, maxItems: MAX_BATCH, maxURLLength: MAX_URL }),
      }),
    ],
  });
}

/** Puts the answers into the document on the server; in the browser, forgets them once they are in use. */
function FirstAnswers({ queries }: { queries: QueryClient }) {
  useServerInsertedHTML(() => {
    const content = answersOf(queries);
    return content === null ? null : <meta name={NAME} content={content} />;
  });
  useEffect(forgetFirstAnswers, []);
  return null;
}

/** Wraps the dashboard's pages, which show `tenant`: the server refuses what they ask in another one. */
export function ApiProvider({ tenant, children }: { tenant: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() => makeCaller(tenant));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <FirstAnswers queries={queryClient} />
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
