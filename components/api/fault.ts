/** What a page says when a call fails: the server's own words and the request's id, or that it cannot be reached. */
import { TRPCClientError } from '@trpc/client';
import type { DashboardRouter } from '../../server/api/trpc/router.ts';

/** `kind` is the server's (`conflict`, `not_found`, `forbidden`, …), or `unreachable` where no answer came. */
export interface Fault {
  kind: string;
  detail: string;
  requestId: string | null;
  problems: { path: (string | number)[]; message: string }[] | null;
}

/** The fault behind whatever a query or mutation failed with. */
export function faultOf(error: unknown): Fault {
  if (error instanceof TRPCClientError) {
    const data = (error as TRPCClientError<DashboardRouter>).data;
    if (data) {
      const { kind, detail, requestId, problems } = data;
      return { kind, detail, requestId, problems };
    }
  }
  return { kind: 'unreachable', detail: 'The server did not answer', requestId: null, problems: null };
}
