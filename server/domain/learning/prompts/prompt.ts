/**
 * What a prompt is: instructions that are our own texts only, and the material, in which everything untrusted
 * is quoted.
 */

/** The version of the prompts in this folder, stored with each change that they led to. Raise it with their wording. */
export const PROMPT_VERSION = 2;

export interface Prompt {
  readonly system: string;
  /** The material, or what makes it fit into a number of characters. */
  readonly user: string | ((characters: number) => string);
}

/** The material of a prompt in at most about `characters` characters. */
export function renderMaterial({ user }: Prompt, characters = Number.MAX_SAFE_INTEGER): string {
  return typeof user === 'string' ? user : user(characters);
}

/** Paragraphs of a prompt; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
