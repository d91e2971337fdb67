/** What callers send to write and govern skills. */
import { z } from 'zod';
import { agentIdOrShared, DEFAULT_AGENT, freeText, skillName } from '../fields.ts';
import { triggerFields } from '../moments/applies-when.ts';
import { isHarmfulName } from '../safety/scan.ts';
import { DEFAULT_SECTION, SECTIONS } from './skill.ts';
import { MAX_CONTENT, MIN_CONTENT } from './skill-md/rule-forms.ts';

/** Longest SKILL.md, with or without its front matter, in characters. */
const MAX_MARKDOWN = 200_000;

/** Longest description, in characters. */
export const MAX_DESCRIPTION = 1024;

/** Longest rationale of an import, in characters. */
const MAX_RATIONALE = 1000;

/** A rule as an author writes it. */
export const bulletInSchema = z
  .object({
    content: freeText().min(MIN_CONTENT).max(MAX_CONTENT),
    issue: freeText().default(''),
    keywords: z.array(freeText()).default([]),
    section: z.enum(SECTIONS).default(DEFAULT_SECTION),
    ...triggerFields,
  })
  .meta({ id: 'BulletIn' });
export type BulletIn = z.infer<typeof bulletInSchema>;

const owner = () =>
  agentIdOrShared()
    .default(DEFAULT_AGENT)
    .describe('The agent that the skill belongs to; `*` is the namespace that all agents of the tenant read');

/**
 * Every agent reads the names of its skills before anybody has looked at a change, so a name with findings is
 * refused at once.
 */
export const HARMFUL_NAME =
  'reads as an order to the agent; name the skill after what it is about, in at most 8 words';

const authoredName = () => skillName().refine((name) => !isHarmfulName(name), HARMFUL_NAME);

export const skillInSchema = z
  .object({
    agent_id: owner(),
    name: authoredName(),
    description: freeText().max(MAX_DESCRIPTION),
    bullets: z
      .array(bulletInSchema)
      .nullish()
      .describe(
        'The rules. Absent together with `body`: replacing keeps the rules. An empty array empties them',
      ),
    body: freeText()
      .max(MAX_MARKDOWN)
      .nullish()
      .describe('The body of a SKILL.md, read as an import reads it. With `bullets` too, those come first'),
    tags: z.array(freeText()).optional().describe('Absent: replacing keeps the tags'),
  })
  .meta({ id: 'SkillIn' });
export type SkillIn = z.infer<typeof skillInSchema>;

/** A whole SKILL.md. */
export const skillImportSchema = z
  .object({
    agent_id: owner(),
    markdown: freeText().max(MAX_MARKDOWN).describe('Front matter with `name` and `description`, then rules'),
    rationale: freeText()
      .max(MAX_RATIONALE)
      .optional()
      .describe('Where the document comes from, for the reviewer: its file, its commit, its author'),
  })
  .meta({ id: 'SkillImport' });
export type SkillImport = z.infer<typeof skillImportSchema>;

/** A version to go back to. */
export const rollbackInSchema = z
  .object({ version: z.number().int().min(1).max(2_147_483_647) })
  .meta({ id: 'RollbackIn' });

/** Whether a skill is exempt from the moves that disuse makes. */
export const pinInSchema = z.object({ pinned: z.boolean().default(true) }).meta({ id: 'PinIn' });
