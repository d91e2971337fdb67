/**
 * The forms of a recall at the interface: what an agent asks before a run, what it gets, and how a recorded
 * recall explains itself. Replies are checked on the hot path, so their schemas have nothing that is slow to
 * check.
 */
import { z } from 'zod';
import type { CamelCased } from '../../camel-case.ts';
import { callerKey, count, freeText, moment, reference, scopedBody } from '../../fields.ts';
import { MemoryRef } from '../../memories/memory.ts';
import { MomentIn, RecalledMoment, TriggerRef } from '../../moments/moment.ts';

/** Longest query, in characters. */
const QUERY_MAX = 100_000;
/** Most skills that one recall may inject in full. */
const SKILLS_MAX = 50;
/** Most memories that one recall may serve. */
const MEMORIES_MAX = 200;
/** Most files that one recall may name. */
const FILES_MAX = 1000;
/** Most earlier recalls of its session that one recall may name. */
const NAMED_RECALLS_MAX = 100;

/** A skill that the agent's tool reads from a file. */
const SkillFile = z
  .object({
    id: z.string().max(128),
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that the file holds; null where it was edited' }),
  })
  .meta({ id: 'SkillFile' });

const query = freeText()
  .max(QUERY_MAX)
  .meta({ description: 'The task at hand. Empty serves no skill and the newest memories.' });

/** Limits left out or null take the configured defaults. */
const LIMITS = {
  max_skills: z.number().int().min(0).max(SKILLS_MAX).nullish(),
  max_memories: z.number().int().min(0).max(MEMORIES_MAX).nullish(),
  as_of: moment().nullish().meta({ description: 'Serve the memories that were active at this time' }),
  include_profile: z.boolean().default(true),
};

const requestFields = {
  session_id: callerKey(256).nullish(),
  ...LIMITS,
  skill_files: z
    .array(SkillFile)
    .max(FILES_MAX)
    .nullish()
    .meta({
      description:
        'Skills that the agent has as files. One whose file holds the version that is served is only named in `instructions`; ' +
        'it stays in `skills` and counts as served. The holdout cannot keep a file away, so a run to which such a skill ' +
        'applied counts for no lift',
    }),
  skip_served: z
    .boolean()
    .nullish()
    .meta({
      description:
        'Leaves out of `instructions` what this session was served by its latest 10 recalls for this agent and has not ' +
        'changed since. It stays in the lists and counts as served. For agents that keep what they were given in their ' +
        'conversation. Without `session_id` it has no effect. Default: false',
    }),
  skip_served_by: z
    .array(reference())
    .max(NAMED_RECALLS_MAX)
    .nullish()
    .meta({
      description:
        'With `skip_served`, the recalls of this session whose instructions still stand in the conversation: only what the ' +
        'latest 10 of these served is left out. Absent, all of the session count',
    }),
};

/** What is known about a task. */
export const RecallRequest = scopedBody({ query, ...requestFields });
export type RecallRequest = z.output<typeof RecallRequest>;

/** A recall for a task, or for a call that is about to be made. */
export const RecallBody = scopedBody({
  query: query.optional(),
  ...requestFields,
  moment: MomentIn.optional().describe(
    'Asks for the rules of an earlier recall that apply to this call of a tool, in place of those for a task',
  ),
})
  .check(({ value: { query: task, moment }, issues }) => {
    if (task !== undefined || moment !== undefined) return;
    issues.push({ code: 'invalid_type', expected: 'string', path: ['query'], input: undefined });
  })
  .meta({ id: 'RecallRequest' });

/** A rule that was served. */
export const BulletRef = z
  .object({
    id: z.string(),
    section: z.string(),
    content: z.string(),
    blocks: z.boolean().optional().describe('Of a moment: whether a person has to allow the call'),
  })
  .meta({ id: 'BulletRef' });
export type BulletRef = z.output<typeof BulletRef>;

/** A skill that was served, with its rules, or named in the index, without them. */
export const SkillRef = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.number(),
    score: z.number(),
    arm: z.string().nullable(),
    bullets: z.array(BulletRef).nullable(),
  })
  .meta({ id: 'SkillRef' });
export type SkillRef = z.output<typeof SkillRef>;

export const RecallResponse = z
  .object({
    recall_id: z.string(),
    instructions: z
      .string()
      .meta({ description: 'Markdown for the system prompt; empty when nothing applies' }),
    skills: z.array(SkillRef),
    skill_index: z.array(SkillRef),
    memories: z.array(MemoryRef),
    profile: z.string().nullable(),
    holdout: z.boolean(),
    recorded: z.boolean().meta({
      description:
        'Whether the recall was stored. False while the database takes no writes (its disk is full, or it is read-only): ' +
        'what is known is served all the same, and an episode that names this recall_id is credited to nothing',
    }),
    skills_left_out: z
      .number()
      .optional()
      .meta({
        description:
          'How many skills were not ranked, because a namespace has more than 5,000: those changed last are. Absent where ' +
          'none was left out',
      }),
    served_before: z.number().optional().meta({
      description: 'How much `skip_served` left out: rules, memories, names and the profile. Absent for none',
    }),
    triggers: z
      .array(TriggerRef)
      .optional()
      .describe(
        'Which of the served rules apply to calls of tools: ask with `moment` before those. Absent for none',
      ),
    moment_id: z
      .string()
      .nullable()
      .optional()
      .describe('Of a moment: its record; null where no rule applies, or it could not be stored'),
  })
  .meta({ id: 'RecallResponse' });
export type RecallResponse = z.output<typeof RecallResponse>;

const parts = () =>
  z.record(z.string(), z.unknown()).meta({
    description: 'What the score is made of: figures by name, and the matched words with their weights',
  });

/** A skill as a recorded recall explains it. */
export const RecalledSkill = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.number(),
    score: z.number(),
    parts: parts(),
    served: z.boolean(),
    arm: z.string().nullable(),
    arm_probability: z.number().nullable(),
    holdback_probability: z.number().nullable().meta({
      description: 'With which it was to be held back to measure its lift; null where it could not be',
    }),
    reason: z.string().meta({
      description:
        'served, file (the agent has it as a file, so it is only named), index (named only), holdout (would have been served), ' +
        'holdout_index (would have been named), held_back (would have been served) or below_minimum',
    }),
    skipped: z.boolean().meta({
      description:
        'Whether nothing of it stands in the instructions, because its session was served it before',
    }),
    skipped_rules: z
      .array(z.string())
      .meta({ description: 'Ids of the rules that were left out of the instructions for the same reason' }),
  })
  .meta({ id: 'RecalledSkill' });

/**
 * A skill as a recall tells of it to those that credit it: with the ids of the rules that were served, the
 * canary it was part of, how long its text is where it could have been held back, and whether the agent has it as a file.
 */
export type RecalledSkill = z.output<typeof RecalledSkill> & {
  bullets: string[];
  experimentId: string | null;
  file: boolean;
};

/** A memory as a recorded recall explains it. */
export const RecalledMemory = z
  .object({
    id: z.string(),
    score: z.number(),
    parts: parts(),
    served: z.boolean(),
    reason: z
      .string()
      .meta({ description: 'served, newest (served for an empty query), beyond_limit or below_minimum' }),
    skipped: z.boolean().optional().meta({ description: 'Left out of the instructions by `skip_served`' }),
  })
  .meta({ id: 'RecalledMemory' });
export type RecalledMemory = z.output<typeof RecalledMemory>;

/** A recorded recall: what was served and why. */
export const RecallExplanation = z
  .object({
    recall_id: z.string(),
    agent_id: z.string(),
    user_id: z.string().nullable(),
    session_id: z.string().nullable(),
    query: z.string(),
    holdout: z.boolean(),
    created_at: z.iso.datetime(),
    skills: z.array(RecalledSkill),
    memories: z.array(RecalledMemory),
    profile: z
      .string()
      .nullable()
      .meta({ description: 'As it stands in the instructions; null where it does not' }),
    moments: z.array(RecalledMoment).describe('What was shown before calls of tools, at most the first 200'),
  })
  .meta({ id: 'RecallExplanation' });
export type RecallExplanation = CamelCased<typeof RecallExplanation>;

export const RecallPreviewRequest = scopedBody({
  query,
  ...LIMITS,
  changeset_id: reference()
    .nullish()
    .meta({ description: 'A pending changeset: also shows what would be served once it is applied' }),
  canary_arm: z.enum(['incumbent', 'candidate']).default('incumbent').meta({
    description: 'Which arm of running canaries to show, since nothing is drawn',
  }),
  run: z
    .boolean()
    .default(false)
    .describe('Also asks the learning model to do the task, with what is served and without'),
}).meta({ id: 'RecallPreviewRequest' });
export type RecallPreviewRequest = z.output<typeof RecallPreviewRequest>;

export const MemorySearch = scopedBody({
  query,
  limit: z.number().int().min(1).max(MEMORIES_MAX).nullish().describe('Default: as many as a recall serves'),
  as_of: LIMITS.as_of,
}).meta({ id: 'MemorySearch' });
export type MemorySearch = z.output<typeof MemorySearch>;

/** Best first. */
export const FoundMemories = RecallResponse.pick({ memories: true }).meta({ id: 'FoundMemories' });

/** What a recall would serve, and what it weighed. */
const PreviewedRecall = RecallResponse.pick({
  ...{ instructions: true, skills: true, skill_index: true, memories: true },
  ...{ profile: true, skills_left_out: true },
})
  .extend({
    considered_skills: z.array(RecalledSkill),
    considered_memories: z.array(RecalledMemory),
  })
  .meta({ id: 'PreviewedRecall' });

const modelRunSchema = z
  .object({ answer: z.string(), ms: count(), input_tokens: count(), output_tokens: count() })
  .meta({ id: 'ModelRun' });
export type ModelRun = z.output<typeof modelRunSchema>;

export const RecallPreview = z
  .object({
    now: PreviewedRecall,
    with_change: PreviewedRecall.nullable().meta({
      description:
        'With the changeset applied; null where none was named. What it adds has ids of this reply only',
    }),
    min_skill_score: z.number().meta({ description: 'A skill that scores below is not served' }),
    min_memory_score: z.number().meta({ description: 'A memory that scores below is not served' }),
    runs: z
      .object({ without_knowledge: modelRunSchema, with_knowledge: modelRunSchema.nullable() })
      .nullable()
      .describe(
        'What the learning model answers to the task; null without `run`. `with_knowledge` is given what is served, with the changeset ' +
          'applied where one was named; null where nothing is served',
      ),
  })
  .meta({ id: 'RecallPreview' });
