/** The typed client of the server: `useTRPC()` gives query and mutation options for every procedure. */

import { keepPreviousData } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { DashboardRouter } from '../../server/api/trpc/router.ts';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<DashboardRouter>();

/** What a procedure takes: `Inputs['changesets']['queue']`. */
export type Inputs = inferRouterInputs<DashboardRouter>;
/** What a procedure gives: `Outputs['session']['me']`. */
export type Outputs = inferRouterOutputs<DashboardRouter>;

/** Options of a list that is read page by page; its rows stay while others are read. */
export const PAGED = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};

/** How often a page asks again for what others change while it is on screen: the queue and canaries, and all else. */
export const OFTEN = { refetchInterval: 5000 };
export const SELDOM = { refetchInterval: 30_000 };

/** As {@link OFTEN} for a list that is read page by page: all of its pages are asked for, so more of them less often. */
export const OFTEN_PAGED = {
  ...PAGED,
  refetchInterval: ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
    OFTEN.refetchInterval * (state.data?.pages.length ?? 1),
};

/** Most calls of one request: as many as the server takes. */
export const MAX_BATCH = 10;

// What a page says when a call fails: the server's own words and the request's id, or that it cannot be
// reached.

/** `kind` is the server's (`conflict`, `not_found`, `forbidden`, …), or `unreachable` where no answer came. */
export interface CallError {
  kind: string;
  detail: string;
  requestId: string | null;
  problems: { path: (string | number)[]; message: string }[] | null;
}

/** What a query or mutation failed with. */
export function toCallError(error: unknown): CallError {
  if (error instanceof TRPCClientError) {
    const data = (error as TRPCClientError<DashboardRouter>).data;
    if (data) {
      const { kind, detail, requestId, problems } = data;
      return { kind, detail, requestId, problems };
    }
  }
  return { kind: 'unreachable', detail: 'The server did not answer', requestId: null, problems: null };
}
