/**
 * The forms of a memory at the interface. A memory is one statement about a user or an agent's world; what it
 * says never changes, a newer one closes it, so that every earlier view can still be told.
 */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { callerKey, freeText, scopedBody } from '../fields.ts';
import { memorySupportSchema } from './support.ts';

/** What a memory is: a statement, a wish of the user's, or something learned from a run. */
export const MEMORY_KINDS = ['fact', 'preference', 'lesson'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/**
 * `pending` waits for a reviewer, `active` is believed, `superseded` was believed until a newer one closed
 * it.
 */
export const MEMORY_STATUSES = ['pending', 'active', 'superseded'] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** Whether a reason to hold a memory is a finding of the safety scan: `secret:email`, unlike `resembles`. */
export const isFinding = (reason: string): boolean => reason.includes(':');

/** For what memories are held, as a reviewer sorts them. */
export const HOLD_CAUSES = ['finding', 'resembles', 'policy'] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/** What became of a new memory: `noop` where one that is kept already says it. */
export const MEMORY_ACTIONS = ['add', 'update', 'supersede', 'noop'] as const;

/** Longest text of a memory, in characters. */
export const MEMORY_TEXT_MAX = 4000;

export const MEMORY_LIST_MAX = 2000;

const kind = () => z.enum(MEMORY_KINDS);
const status = () => z.enum(MEMORY_STATUSES);

/** The body of a request to remember something. */
export const MemoryIn = scopedBody({
  content: freeText()
    .min(1)
    .max(MEMORY_TEXT_MAX)
    .regex(/\S/, 'must not be blank')
    .meta({ description: 'What to remember, in one statement' }),
  kind: kind().default('fact'),
}).meta({ id: 'MemoryIn' });
export type MemoryIn = z.output<typeof MemoryIn>;

/** A memory as lists show it. */
export const Memory = z
  .object({
    id: z.string(),
    agent_id: z.string(),
    user_id: z.string().nullable(),
    kind: kind(),
    content: z.string(),
    confidence: z.number(),
    valid_from: z.iso.datetime(),
    invalid_at: z.iso.datetime().nullable(),
    superseded_by: z.string().nullable(),
    sources: z.array(z.string()).meta({ description: 'Ids of the episodes it was learned from' }),
    support: memorySupportSchema
      .nullable()
      .describe('What it rests on; null where that was not recorded yet when it was kept'),
    status: status(),
    hold_reasons: z.array(z.string()).meta({
      description:
        'Why it was held: scan findings, auto_approve_off, few_sessions (fewer than policy asks for), resembles, not_reconciled (the model did not answer in time; a job reconciles it later); of learned ones also injection:untrusted_source (learned from text from outside, or from what another user said) and injection:personal_fact (about a person, and for everybody)',
    }),
    similar_id: z
      .string()
      .nullable()
      .meta({ description: 'The active memory it resembled when it was held' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Memory' });
export type Memory = CamelCased<typeof Memory>;

/** The reply to a request to remember something. */
export const MemoryAdded = z
  .object({ id: z.string(), action: z.enum(MEMORY_ACTIONS), status: status() })
  .meta({ id: 'MemoryAdded' });
export type MemoryAdded = z.output<typeof MemoryAdded>;

export const MEMORY_BATCH_MAX = 1000;

/** What became of each memory of a batch, in its order: an error is that of one memory alone. */
export const MemoryBatchOut = z
  .object({
    results: z.array(
      z.union([
        MemoryAdded,
        z
          .object({ error: z.object({ status: z.number().int(), detail: z.string() }) })
          .meta({ id: 'MemoryNotAdded' }),
      ]),
    ),
  })
  .meta({ id: 'MemoryBatchOut' });

/** A memory inside a recall's reply. */
export const MemoryRef = z
  .object({
    id: z.string(),
    kind: kind(),
    content: z.string(),
    score: z.number(),
    valid_from: z.string(),
  })
  .meta({ id: 'MemoryRef' });
export type MemoryRef = z.output<typeof MemoryRef>;

/** A user as a query parameter or a path segment: stored as sent, so matched exactly. */
export const userId = () => callerKey(256);
