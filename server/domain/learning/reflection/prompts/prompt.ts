/**
 * What a prompt is: instructions that are our own texts only, and the material, in which everything untrusted
 * is quoted.
 */

export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** Paragraphs of a prompt; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
