/** The typed door to the server: `useTRPC()` gives query and mutation options for every procedure. */

import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { DashboardRouter } from '../../server/api/trpc/router.ts';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<DashboardRouter>();

/** What a procedure takes: `Inputs['changesets']['queue']`. */
export type Inputs = inferRouterInputs<DashboardRouter>;
/** What a procedure gives: `Outputs['session']['me']`. */
export type Outputs = inferRouterOutputs<DashboardRouter>;

/** Most calls of one request: as many as the server takes. */
export const MAX_BATCH = 10;
