/** The REST declaration of an operation by its name. */
import type { OperationMeta, RestMeta } from '../../api/operations/operation.ts';
import { appRouter } from '../../api/operations/router.ts';

/** What operation `name` declares; throws where there is none. */
export function restOf(name: string): RestMeta {
  const procedures: Record<string, { _def: { meta: unknown } }> = appRouter._def.procedures;
  const { rest } = (procedures[name]?._def.meta ?? {}) as OperationMeta;
  if (rest === undefined) throw new Error(`no operation ${name} with a REST declaration`);
  return rest;
}
