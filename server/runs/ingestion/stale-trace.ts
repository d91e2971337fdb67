/** Another request changed a trace between our reading and our writing: nothing was written, and it has to be read again. */
const BRAND = Symbol.for('whetstone.stale-trace');

export class StaleTrace extends Error {
  readonly [BRAND] = true;
}

/** Whether `error` is a {@link StaleTrace}. */
export function isStaleTrace(error: unknown): boolean {
  return typeof error === 'object' && error !== null && BRAND in error;
}
