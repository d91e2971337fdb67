/** How a procedure of the dashboard is declared: its input and what it does. Who may call it stands in the table of scopes. */
import { initTRPC } from '@trpc/server';
import type { Principal } from '../../domain/principal.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { faultOf } from './fault.ts';
import { scopeOf } from './scopes.ts';

/** What every procedure runs with. */
export interface DashboardContext {
  runtime: Runtime;
  principal: Principal;
}

const t = initTRPC.context<DashboardContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const fault = faultOf(error);
    return { code: shape.code, message: fault.detail, data: fault };
  },
});

export const router = t.router;
export const callerFactory = t.createCallerFactory;

/** Starts a procedure: the scope that its path needs is checked before the input is looked at. */
export const procedure = t.procedure.use(({ ctx, path, next }) => {
  const scope = scopeOf(path);
  if (scope !== 'signed-in' && !ctx.principal.scopes.has(scope)) {
    throw new ServiceError('forbidden', `missing scope '${scope}'`);
  }
  return next();
});
