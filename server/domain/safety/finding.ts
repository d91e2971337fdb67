/** What a safety finding is called, and which findings hold a change back. */

/** A finding as stored with a changeset: `secret:<kind>`, `injection:<kind>`, `size:<characters>` or `lint:<advice>`. */
export type Finding = string;

const BLOCKING = /^(?:secret|injection|size):/;

/** Secrets, injection and size hold a change until a person has looked; lint is advice and never does. */
export function isBlocking(finding: Finding): boolean {
  return BLOCKING.test(finding);
}
