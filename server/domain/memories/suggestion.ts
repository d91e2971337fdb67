/** Memories that repeat another one, and what a person may do about each. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { callerKey } from '../fields.ts';
import { Memory } from './memory.ts';

/**
 * `merge`: the other memory takes its place; it stays in the history and can be restored. `keep`: both stay active, and the same is not
 * suggested again.
 */
const CLEANUP_ACTIONS = ['merge', 'keep'] as const;
export type CleanupAction = (typeof CLEANUP_ACTIONS)[number];

/** `open` waits for a person; `applied` was merged. */
const SUGGESTION_STATUSES = ['open', 'kept', 'applied'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

/** Most suggestions in one page, and most decisions in one request. */
export const SUGGESTIONS_MAX = 200;

/** A suggestion as lists show it. */
export const MemorySuggestion = z
  .object({
    id: z.string(),
    found_at: z.iso.datetime(),
    memory: Memory,
    other: Memory.meta({
      description: 'The memory that it repeats: `memory` says nothing that this one does not say',
    }),
    digest: z.string().meta({ description: 'Stands for both texts; a decision may send it along' }),
  })
  .meta({ id: 'MemorySuggestion' });
export type MemorySuggestion = CamelCased<typeof MemorySuggestion>;

export const CleanupDecision = z
  .object({
    id: callerKey(64),
    action: z.enum(CLEANUP_ACTIONS),
    digest: z.string().max(100).nullish().meta({
      description: 'The digest as listed. If the memories have changed since, nothing is done (409)',
    }),
  })
  .meta({ id: 'CleanupDecision' });
export type CleanupDecision = z.output<typeof CleanupDecision>;

/** What became of one decision. */
export const CleanupResult = z
  .object({
    id: z.string(),
    status: z.enum(SUGGESTION_STATUSES).nullable().meta({ description: 'Null where nothing was done' }),
    error: z.object({ status: z.number().int(), detail: z.string() }).nullable(),
  })
  .meta({ id: 'CleanupResult' });
