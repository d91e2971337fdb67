/** The conditions of a rule as the interface takes them. */
import { z } from 'zod';
import { freeText } from '../fields.ts';
import { MAX_GLOB } from './glob.ts';

/** Most conditions of a rule. */
const MOST_CONDITIONS = 5;

const glob = () => freeText().min(1).max(MAX_GLOB);

const conditionSchema = z
  .object({
    tool: glob().optional().describe("The tool's name"),
    path: glob().optional().describe('A file that the arguments name: `migrations/**`'),
    command: glob().optional().describe('The command from its beginning: `git push*`'),
    argument: z.object({ name: glob(), value: glob() }).optional().describe('An argument by its value'),
    error: glob().optional().describe('A part of the error that was seen last'),
  })
  .refine(
    (condition) => Object.values(condition).some((field) => field !== undefined),
    'must have at least one of tool, path, command, argument and error',
  )
  .meta({
    id: 'Condition',
    description:
      'All of its fields must match. They are globs: `*` stands for any characters, `?` for one; in `path` both end at a ' +
      'slash, `**` does not',
  });

export const conditionsSchema = z
  .array(conditionSchema)
  .min(1)
  .max(MOST_CONDITIONS)
  .describe('The calls of tools that the rule applies to: those that any of the conditions matches');

export const triggerFields = {
  applies_when: conditionsSchema.optional(),
  blocks: z
    .boolean()
    .optional()
    .describe('Whether a person has to allow such a call. Only reviewers may set it'),
};
