/**
 * How a procedure of the dashboard is declared: who may call it, then its input and what it does. The dashboard's reads
 * are open to learn or review, decisions to review, settings to admin.
 */
import { initTRPC } from '@trpc/server';
import type { Principal, Scope } from '../domain/principal.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { faultOf } from './fault.ts';

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

/** Open to whoever is signed in. */
export const anyone = t.procedure;

/** Open to whoever has one of `scopes`; the scope is checked before the input is looked at. */
function openTo(...scopes: Scope[]) {
  return t.procedure.use(({ ctx, next }) => {
    if (!scopes.some((scope) => ctx.principal.scopes.has(scope))) {
      throw new ServiceError('forbidden', `missing scope '${scopes.join("' or '")}'`);
    }
    return next();
  });
}

/** Reads of everything but settings. */
export const reader = openTo('learn', 'review');
/** Decisions, and what only who decides needs to see. */
export const reviewer = openTo('review');
/** Settings: keys, erasure, audit, usage, jobs. */
export const admin = openTo('admin');
