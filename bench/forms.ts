/** The forms of server that are measured; apart from the server itself, which starts on import. */

export const FORMS = ['gateway', 'bare', 'insert'] as const;
export type Form = (typeof FORMS)[number];
