/**
 * The operations of a changeset as a model may write them: only what a model has a say in, every field
 * bounded. Positions and front matter are for imports and people.
 */
import { z } from 'zod';
import { freeText, reference, skillName } from '../fields.ts';
import { MAX_GLOB } from '../moments/glob.ts';
import type { Condition } from '../moments/trigger.ts';
import type { Operation } from '../skills/changesets/ops.ts';
import { DEFAULT_SECTION, SECTIONS } from '../skills/skill.ts';
import { bulletInSchema, MAX_DESCRIPTION } from '../skills/skill-input.ts';
import { makeSkillName } from '../skills/skill-md/front-matter.ts';

// The kinds of field that model answers are made of, each with the bound that keeps an answer from growing
// without end.

/** Longest explanation, in UTF-16 code units. */
const MAX_PROSE = 4000;

/** `schema`, or `fallback` where a model leaves the field out or says null. */
export function withFallback<S extends z.ZodType>(schema: S, fallback: z.output<S>) {
  return schema.nullish().transform((value) => value ?? fallback);
}

/** `schema`, or null where a model leaves the field out. */
export function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? null);
}

/** At most `max` items; none where a model leaves the field out. */
export function boundedList<S extends z.ZodType>(schema: S, max: number) {
  return z
    .array(schema)
    .max(max)
    .nullish()
    .transform((items) => items ?? []);
}

/** Text of at most `max` characters; empty where it is left out. */
export const atMost = (max: number) =>
  freeText()
    .max(max)
    .nullish()
    .transform((text) => text ?? '');

/** A model's explanation; empty where it is left out. */
export const prose = () => atMost(MAX_PROSE);

const MAX_RULES = 60;
const MAX_ISSUE = 500;
const MAX_WORDS = 20;

const { content } = bulletInSchema.shape;
const word = () => freeText().max(100);
const section = () => withFallback(z.enum(SECTIONS), DEFAULT_SECTION);
const words = () => boundedList(word(), MAX_WORDS);
const skill = () => reference().describe("The skill's name or id");
const bullet = () => reference().describe("A rule's id");
/** The name of a new skill, made valid where it is not written as names are. */
const newName = () =>
  freeText().max(200).describe('Lower case with hyphens').transform(makeSkillName).pipe(skillName());
const description = () =>
  freeText().max(MAX_DESCRIPTION).describe('What the skill is for, which decides when it is served');

/** Most conditions of a learned rule. */
const MAX_CONDITIONS = 5;

const glob = () =>
  freeText()
    .max(MAX_GLOB)
    .nullish()
    .transform((text) => text?.trim() || undefined);

/** The calls of tools that a rule applies to; left out where a model names none. That a rule blocks is no model's to say. */
export const learnedConditions = () =>
  z
    .array(z.object({ tool: glob(), path: glob(), command: glob(), error: glob() }))
    .max(MAX_CONDITIONS)
    .nullish()
    .transform((conditions): Condition[] | undefined => {
      const given = (conditions ?? []).filter((condition) => Object.values(condition).some(Boolean));
      return given.length === 0 ? undefined : given.map(withoutUnset);
    })
    .describe('Calls of tools: tool is its name, command from its beginning; * is any characters');

/** As it is stored. */
function withoutUnset(condition: Condition): Condition {
  return Object.fromEntries(Object.entries(condition).filter(([, value]) => value !== undefined));
}

const ruleFields = {
  ...{ section: section(), content, issue: atMost(MAX_ISSUE), keywords: words() },
  applies_when: learnedConditions(),
};

/** One operation that a model proposes. */
export const learnedOperationSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create_skill'),
    name: newName(),
    description: description(),
    tags: words(),
    bullets: boundedList(z.object(ruleFields), MAX_RULES),
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
    applies_when: learnedConditions(),
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
