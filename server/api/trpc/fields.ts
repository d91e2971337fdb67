/** How the dashboard's procedures are declared, and the input fields that they share. */
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { agentIdOrShared, callerKey, freeText, isStorable } from '../../domain/fields.ts';
import { OPERATOR_ONLY, type Principal, type Scope } from '../../domain/principal.ts';
import { readFromReplica } from '../../platform/db/replica/replica.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { toErrorData } from './error-data.ts';

/** The text of a search field; null where it is blank. */
export const searchText = () =>
  freeText()
    .trim()
    .max(200)
    .nullish()
    .transform((text) => (text === undefined || text === '' ? null : text));

/** An absent filter is null. */
export const filter = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

export const agentFilter = () => filter(agentIdOrShared());

/** An ISO moment with its offset, as a date. */
export const moment = () =>
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine(isStorable, 'must be of the years 1 to 9999');

/** Where a page starts, and its greatest length. */
export const paging = {
  cursor: callerKey(400)
    .nullish()
    .transform((cursor) => cursor ?? null),
  limit: z.number().int().min(1).max(200).default(50),
};

/** What every procedure runs with. */
export interface DashboardContext {
  runtime: Runtime;
  principal: Principal;
  /** Headers of the reply, which a procedure may add to. */
  replyHeaders?: Headers | undefined;
}

const t = initTRPC.context<DashboardContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const data = toErrorData(error);
    return { code: shape.code, message: data.detail, data };
  },
});

export const router = t.router;
export const callerFactory = t.createCallerFactory;

/**
 * Starts a procedure for principals with `scope`, which is checked before the input. A read takes the scope of the REST
 * operation that returns the same, or `review` where there is none; decisions take `review`, settings `admin`. No scope
 * includes another. `signed-in` is open to every principal, and `operator` to the operator, whatever the
 * scopes. Unless `reads` says otherwise, queries read from the replica, where there is one, and mutations from the
 * primary.
 */
export const procedure = (scope: Scope | 'signed-in' | 'operator', reads?: 'primary' | 'replica') =>
  t.procedure.use(({ ctx, next, type }) => {
    if (scope === 'operator') {
      if (ctx.principal.operator === undefined) throw new ServiceError('forbidden', OPERATOR_ONLY);
    } else if (scope !== 'signed-in' && !ctx.principal.scopes.has(scope)) {
      throw new ServiceError('forbidden', `missing scope '${scope}'`);
    }
    if ((reads ?? (type === 'query' ? 'replica' : 'primary')) === 'primary') return next();
    return readFromReplica(ctx.runtime, (runtime) => next({ ctx: { runtime } }));
  });
