/** What of a skill or a memory becomes a vector, and how one tells that it has changed. */
import { createHash } from 'node:crypto';

export type EmbeddedKind = 'skill' | 'memory';

/** What a skill is for: its name, description and tags. Its rules would drown that. */
export interface SkillMeaning {
  name: string;
  description: string;
  tags: readonly string[];
}

export function skillText({ name, description, tags }: SkillMeaning): string {
  return [name.replaceAll('-', ' '), description, tags.join(', ')].filter((part) => part !== '').join('\n');
}

/** Equal for the same texts alone. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
