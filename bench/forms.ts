/** The forms of server that are measured; apart from the server itself, which starts on import. */

/** Measured beside each other, one request at a time. */
export const FORMS = ['gateway', 'bare', 'insert'] as const;
/**
 * `learning` is the gateway with its embedded worker, `parse` a handler that does no more than read JSON, `watched` the gateway with
 * the dashboard's procedures, which tells how long its event loop stood still.
 */
export type Form = (typeof FORMS)[number] | 'learning' | 'parse' | 'watched';
