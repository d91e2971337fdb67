/**
 * What an endpoint was found not to understand. All of them speak the same protocol with different gaps; a
 * request that is refused is asked again without what it was refused for, and what an endpoint lacks is
 * remembered for as long as the process lives.
 */

/** Which parts of the protocol are used. */
export interface Capabilities {
  /** Structured output by a JSON Schema; else JSON alone, with the schema in the prompt. */
  readonly schema: boolean;
  readonly effort: boolean;
  /** The name of the bound on the answer's length. */
  readonly bound: 'max_completion_tokens' | 'max_tokens';
}

/** What every endpoint is first taken to understand. */
export const ALL_CAPABILITIES: Capabilities = { schema: true, effort: true, bound: 'max_completion_tokens' };

/**
 * Capabilities without what `refusal`, an endpoint's words, names; null where nothing is left to do without.
 */
export function withoutRefused(capabilities: Capabilities, refusal: string): Capabilities | null {
  if (capabilities.effort && /reasoning[_ .]effort/i.test(refusal)) return { ...capabilities, effort: false };
  if (capabilities.bound === 'max_completion_tokens' && /max_completion_tokens/i.test(refusal)) {
    return { ...capabilities, bound: 'max_tokens' };
  }
  return capabilities.schema ? { ...capabilities, schema: false } : null;
}

/** Whether a refusal is about this one request's text, so that no other form of asking would help. */
export function refusesText(status: number, refusal: string): boolean {
  return (
    status === 413 ||
    /context_length|context length|context window|string_above_max_length|content_filter|content_policy/i.test(
      refusal,
    )
  );
}
