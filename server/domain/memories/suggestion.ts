/**
 * What a person might do about a memory that is believed: each kind of suggestion has one action that is suggested, and one that
 * says otherwise. All of them can be undone.
 */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { callerKey } from '../fields.ts';
import { Memory } from './memory.ts';

/** The most telling first: of several a memory is listed under the first alone. */
export const SUGGESTION_KINDS = [
  'near_duplicate',
  'contradiction',
  'self_confirming',
  'stale_preference',
  'never_recalled',
] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/**
 * `merge`: the other memory takes its place. `forget`: it is believed no longer. Either stays in the history and can be restored.
 * `keep`: it is believed as before, and the same is not suggested again.
 */
export const CLEANUP_ACTIONS = ['merge', 'forget', 'keep'] as const;
export type CleanupAction = (typeof CLEANUP_ACTIONS)[number];

/** What is suggested for each kind, and what else may be done. */
const ACTIONS: Readonly<Record<SuggestionKind, readonly [CleanupAction, CleanupAction]>> = {
  near_duplicate: ['merge', 'keep'],
  contradiction: ['merge', 'keep'],
  self_confirming: ['forget', 'keep'],
  stale_preference: ['keep', 'forget'],
  never_recalled: ['forget', 'keep'],
};

/** The suggested action, and the other one. */
export const actionsFor = (kind: SuggestionKind): readonly [CleanupAction, CleanupAction] => ACTIONS[kind];

/** `open` waits for a person; of the others `applied` was merged or forgotten. */
const SUGGESTION_STATUSES = ['open', 'kept', 'applied'] as const;
export type SuggestionStatus = (typeof SUGGESTION_STATUSES)[number];

/** Most suggestions in one page, and most decisions in one request. */
export const SUGGESTIONS_MAX = 200;

/** A suggestion as lists show it. */
export const MemorySuggestion = z
  .object({
    id: z.string(),
    kind: z.enum(SUGGESTION_KINDS).meta({
      description:
        'near_duplicate: it says nothing that `other` does not say. contradiction: it and `other` differ in a word that turns ' +
        'the sense, or became active side by side because no model could reconcile them. self_confirming: every run it was ' +
        'learned from had been served a memory that says it. stale_preference: neither recalled nor confirmed for long. ' +
        'never_recalled: recalls that might have served it never did',
    }),
    action: z.enum(CLEANUP_ACTIONS).meta({ description: 'What is suggested' }),
    alternative: z.enum(CLEANUP_ACTIONS).meta({ description: 'What else may be done' }),
    found_at: z.iso.datetime(),
    memory: Memory,
    other: Memory.nullable().meta({ description: 'The memory that it repeats or contradicts' }),
    digest: z.string().meta({ description: 'Stands for both texts; a decision may send it along' }),
  })
  .meta({ id: 'MemorySuggestion' });
export type MemorySuggestion = CamelCased<typeof MemorySuggestion>;

export const CleanupDecision = z
  .object({
    id: callerKey(64),
    action: z.enum([...CLEANUP_ACTIONS, 'undo']).meta({
      description: 'One of the two actions of the suggestion, or `undo` for one that was decided before',
    }),
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
