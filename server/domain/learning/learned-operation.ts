/**
 * The operations of a changeset as a model may write them: only what a model has a say in, every field bounded. Positions and
 * front matter are for imports and people.
 */
import { z } from 'zod';
import type { Operation } from '../skills/changesets/ops.ts';
import { freeText, reference, skillName } from '../fields.ts';
import { DEFAULT_SECTION, SECTIONS } from '../skills/sections.ts';
import { bulletInSchema, MAX_DESCRIPTION } from '../skills/skill-input.ts';
import { atMost, listOf, orElse, prose } from './answer-fields.ts';

const MAX_RULES = 60;
const MAX_ISSUE = 500;
const MAX_WORDS = 20;

const { content } = bulletInSchema.shape;
const word = () => freeText().max(100);
const section = () => orElse(z.enum(SECTIONS), DEFAULT_SECTION);
const words = () => listOf(word(), MAX_WORDS);
const skill = () => reference().describe("The skill's name or id");
const bullet = () => reference().describe("A rule's id");
const description = () =>
  freeText().max(MAX_DESCRIPTION).describe('What the skill is for, which decides when it is served');

const ruleFields = { section: section(), content, issue: atMost(MAX_ISSUE), keywords: words() };

/** One operation that a model proposes. */
export const learnedOperationSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create_skill'),
    name: skillName(),
    description: description(),
    tags: words(),
    bullets: listOf(z.object(ruleFields), MAX_RULES),
    reason: prose(),
  }),
  z.object({ op: z.literal('add'), skill: skill(), ...ruleFields, reason: prose() }),
  z.object({
    op: z.literal('update'),
    skill: skill(),
    bullet: bullet(),
    section: z.enum(SECTIONS).nullish(),
    content: content.nullish(),
    issue: freeText().max(MAX_ISSUE).nullish(),
    keywords: z.array(word()).max(MAX_WORDS).nullish(),
    reason: prose(),
  }),
  z.object({
    op: z.literal('remove'),
    skill: skill(),
    bullet: bullet(),
    merged_into: reference().nullish().describe('The rule of the same skill that says it instead, or null'),
    reason: prose(),
  }),
  z.object({ op: z.literal('set_description'), skill: skill(), description: description(), reason: prose() }),
]) satisfies z.ZodType<Operation>;
