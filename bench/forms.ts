/** The forms of server that are measured; apart from the server itself, which starts on import. */

/** Measured beside each other, one request at a time. */
export const FORMS = ['gateway', 'bare', 'insert'] as const;
/** `learning` is the gateway with its embedded worker, `parse` a handler that does no more than read JSON. */
export type Form = (typeof FORMS)[number] | 'learning' | 'parse';
