/**
 * The operations a change to skills is made of. Anyone who proposes (a reviewer, an import, a learning job)
 * says it in these five words, so that risk, review, canaries and history need to understand nothing else.
 */
import { z } from 'zod';
import { freeObject, freeText, reference, skillName } from '../../fields.ts';
import { conditionsSchema } from '../../moments/applies-when.ts';
import { isHarmfulName } from '../../safety/scan.ts';
import { SECTIONS } from '../skill.ts';
import { bulletInSchema, HARMFUL_NAME, skillInSchema } from '../skill-input.ts';

const rule = bulletInSchema.shape;
const { description } = skillInSchema.shape;
const reason = () => freeText().nullish().describe('One sentence: why');
const skill = () => reference().describe("The skill's name or id");
const bullet = () => reference().describe("A rule's id");
const frontMatter = () =>
  freeObject()
    .optional()
    .describe('Fields of an imported SKILL.md that the service does not use, kept for the next export');
const position = () =>
  z
    .number()
    .int()
    .min(0)
    .optional()
    .describe("The rule's place among the skill's active rules after the whole change");

/** A skill that does not exist yet, with all of its rules. */
const createSkillOpSchema = z.object({
  op: z.literal('create_skill'),
  name: skillName(),
  description,
  tags: z.array(freeText()).default([]),
  bullets: z.array(bulletInSchema).default([]),
  front_matter: frontMatter(),
  reason: reason(),
});

/** One more rule; without a position it goes to the end. */
const addOpSchema = z.object({
  op: z.literal('add'),
  skill: skill(),
  section: rule.section,
  content: rule.content,
  issue: rule.issue,
  keywords: rule.keywords,
  applies_when: rule.applies_when,
  blocks: rule.blocks,
  position: position(),
  reason: reason(),
});

/**
 * Another wording for a rule, which keeps its id and its evidence. What is absent or null stays as it is, but null removes
 * `applies_when`.
 */
const updateOpSchema = z.object({
  op: z.literal('update'),
  skill: skill(),
  bullet: bullet(),
  section: z.enum(SECTIONS).nullish(),
  content: rule.content.nullish(),
  issue: freeText().nullish(),
  keywords: z.array(freeText()).nullish(),
  applies_when: conditionsSchema.nullish().describe('Absent: unchanged; null takes the conditions away'),
  blocks: rule.blocks.nullable(),
  position: position(),
  reason: reason(),
});

/** Takes a rule out of service; with `merged_into`, because that rule says it already. */
const removeOpSchema = z.object({
  op: z.literal('remove'),
  skill: skill(),
  bullet: bullet(),
  merged_into: bullet().nullish().describe('The rule of the same skill that says it instead'),
  reason: reason(),
});

/**
 * What the skill is for, which decides when it is served; a replacement carries its tags and front matter
 * along.
 */
const setDescriptionOpSchema = z.object({
  op: z.literal('set_description'),
  skill: skill(),
  description,
  tags: z.array(freeText()).optional(),
  front_matter: frontMatter(),
  reason: reason(),
});

/** One operation; `op` names its type. */
export const operationSchema = z.discriminatedUnion('op', [
  createSkillOpSchema,
  addOpSchema,
  updateOpSchema,
  removeOpSchema,
  setDescriptionOpSchema,
]);

/** Most operations that a person may write in one change. */
const MOST_OPS = 100;

/** The operations of a change that a person writes. */
export const opsInSchema = z
  .array(operationSchema)
  .min(1)
  .max(MOST_OPS)
  .superRefine((ops, context) => {
    ops.forEach((op, index) => {
      if (op.op !== 'create_skill' || !isHarmfulName(op.name)) return;
      context.addIssue({ code: 'custom', path: [index, 'name'], message: HARMFUL_NAME });
    });
  });

export type CreateSkillOp = z.infer<typeof createSkillOpSchema>;
export type AddOp = z.infer<typeof addOpSchema>;
export type UpdateOp = z.infer<typeof updateOpSchema>;
export type RemoveOp = z.infer<typeof removeOpSchema>;
export type SetDescriptionOp = z.infer<typeof setDescriptionOpSchema>;
export type Operation = z.infer<typeof operationSchema>;

/** The references (names or ids, as written) to the skills that operations change or create, each once. */
export function skillsNamedBy(ops: readonly Operation[]): string[] {
  return [...new Set(ops.map((op) => (op.op === 'create_skill' ? op.name : op.skill)))];
}
