/**
 * The forms of what the learning model may answer. A model is an untrusted author: whatever does not fit its
 * form, in shape, in length or in number, is refused as a whole and never stored. Fields that may be left out
 * accept null, because strict structured output knows no optional fields.
 */
import { z } from 'zod';
import { freeText, reference } from '../fields.ts';
import { MEMORY_ACTIONS, MEMORY_KINDS, MEMORY_TEXT_MAX } from '../memories/memory.ts';
import { OUTCOMES } from '../runs/episodes/episode.ts';
import { DEFAULT_SECTION, SECTIONS } from '../skills/skill.ts';
import { bulletInSchema, MAX_DESCRIPTION } from '../skills/skill-input.ts';
import {
  atMost,
  boundedList,
  learnedConditions,
  learnedOperationSchema,
  orNull,
  prose,
  withFallback,
} from './learned-operation.ts';

/**
 * Most operations in an answer. What exceeds a changeset's limit is dropped later; an answer beyond this is
 * refused.
 */
export const MAX_ANSWER_OPS = 200;

const MAX_LIST = 200;
const MAX_EPISODES = 50;

const share = () => z.number().min(0).max(1);

/** What the model takes an unlabelled run for. */
export const judgeOutcomeAnswer = z.object({
  outcome: z.enum(OUTCOMES),
  confidence: share().describe('How sure, from 0 to 1'),
  reason: prose(),
});

const lesson = z.object({
  skill: orNull(reference()).describe("A skill's name, a proposed new name, or null"),
  description: atMost(MAX_DESCRIPTION).describe('For a new skill: which tasks it is for'),
  section: withFallback(z.enum(SECTIONS), DEFAULT_SECTION),
  content: bulletInSchema.shape.content,
  issue: atMost(500),
  keywords: boundedList(freeText().max(100), 20),
  applies_when: learnedConditions(),
  episodes: boundedList(reference(), MAX_EPISODES).describe('Ids of the episodes it rests on'),
});

const tag = z.object({
  bullet: reference().describe('Id of a rule that was served'),
  verdict: z.enum(['helpful', 'harmful', 'neutral']),
  followed: orNull(z.boolean()).describe(
    'Whether the run did as a rule says that it was shown before a call; null where nobody can tell',
  ),
  reason: prose(),
});

/** What the model learned from runs; `lessons[].skill` is a skill's name, a proposed new one, or null. */
const reflectAnswer = z.object({
  summary: prose(),
  tags: z.array(tag).max(MAX_LIST),
  lessons: z.array(lesson).max(MAX_LIST),
  memories: z
    .array(
      z.object({
        kind: z.enum(MEMORY_KINDS),
        content: freeText().min(1).max(MEMORY_TEXT_MAX).regex(/\S/, 'must not be blank'),
        user_specific: z.boolean().describe('Whether it is about this one user'),
      }),
    )
    .max(MAX_LIST),
});

/** What is asked of every run. */
export const lessonsAnswer = reflectAnswer.omit({ tags: true });

/** What is asked, apart from it, of a run that was served rules. */
export const verdictsAnswer = reflectAnswer.pick({ tags: true });

/** Operations that the model proposes, and why. */
export const curateAnswer = z.object({
  rationale: prose(),
  ops: z.array(learnedOperationSchema).max(MAX_ANSWER_OPS),
});

/**
 * What becomes of a memory beside those it resembles; `content` is another wording, or null to keep the given
 * one.
 */
export const memoryAnswer = z.object({
  action: z.enum(MEMORY_ACTIONS),
  target: orNull(reference()).describe('Id of the memory that is meant, or null'),
  content: orNull(freeText().max(MEMORY_TEXT_MAX)).transform((text) =>
    text === null || text.trim() === '' ? null : text,
  ),
  reason: prose(),
});

/** Rules that say the same; `content` is the merged wording, or null to keep that of `keep`. */
export const dedupAnswer = z.object({
  merges: z
    .array(
      z.object({
        skill: reference(),
        keep: reference().describe('Id of the rule that stays'),
        remove: reference().describe('Id of the rule that goes'),
        content: orNull(bulletInSchema.shape.content),
        reason: prose(),
      }),
    )
    .max(MAX_LIST),
});

/** A user's card. */
export const profileAnswer = z.object({ profile: freeText().max(MEMORY_TEXT_MAX) });

/** How good a skill is with and without a change. */
export const judgeSkillAnswer = z.object({
  candidate_score: share(),
  baseline_score: share(),
  reason: prose(),
});

/** An answer from evidence, with the ids that it cites. */
export const askAnswer = z.object({
  answer: freeText().min(1).max(20_000),
  evidence: z.array(reference()).max(MAX_LIST).describe('Ids of what the answer rests on'),
});

/** What an agent answers to a task in the playground. */
export const runAnswer = z.object({ answer: freeText().min(1).max(20_000) });

export const ANSWERS = {
  judge_outcome: judgeOutcomeAnswer,
  reflect: reflectAnswer,
  curate: curateAnswer,
  memory: memoryAnswer,
  dedup: dedupAnswer,
  profile: profileAnswer,
  judge_skill: judgeSkillAnswer,
  evolve: curateAnswer,
  ask: askAnswer,
  run: runAnswer,
} as const satisfies Record<Purpose, z.ZodType>;

/** The answer to a purpose, as it is after validation. */
export type Answer<P extends Purpose> = z.output<(typeof ANSWERS)[P]>;

/** The answer to a purpose, as a model writes it. */
export type RawAnswer<P extends Purpose> = z.input<(typeof ANSWERS)[P]>;

/**
 * What the learning model is asked for. One list, so that usage rows, metrics, answer forms and prompts use
 * the same words.
 */
export const PURPOSES = [
  'judge_outcome',
  'reflect',
  'curate',
  'memory',
  'dedup',
  'profile',
  'judge_skill',
  'evolve',
  'ask',
  'run',
] as const;

/** One of {@link PURPOSES}: the name of the answer's form, of its usage row and of its metric's label. */
export type Purpose = (typeof PURPOSES)[number];
