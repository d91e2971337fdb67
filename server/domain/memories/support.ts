/** What a memory rests on: who said it, in how many runs, of how many sessions and users. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { independentSource } from '../skills/changesets/support.ts';

/**
 * Whose words the model was shown where it learned a memory. Earlier versions compared words, and told errors and the
 * developer's instructions apart.
 */
const SAID_BY = [
  'user_message',
  'instructions',
  'error_or_verification',
  'tool_output',
  'retrieved_text',
  'reviewer',
] as const;
export type SaidBy = (typeof SAID_BY)[number];

/**
 * Who said a memory: in a run, as above; `reviewer` where a person added or approved it, `agent` where an
 * agent said it through the interface.
 */
export const MEMORY_SAID_BY = [...SAID_BY, 'agent'] as const;
export type MemorySaidBy = (typeof MEMORY_SAID_BY)[number];

const count = () => z.number().int().min(0);

const saidBySchema = z
  .object({
    user_message: count(),
    instructions: count(),
    error_or_verification: count(),
    tool_output: count(),
    retrieved_text: count(),
    reviewer: count().describe('People who added or approved it'),
    agent: count().describe('Agents that said it through the interface'),
    model: count().describe('Runs in which no one said it: the learning model’s own words'),
  })
  .describe('In how many of these runs each said most of it; a run may count for several');

export const memorySupportSchema = z
  .object({
    runs: count(),
    sessions: count().describe('Sessions of these runs; all runs without one count as one session'),
    users: count().describe('Users of these runs; runs without a user count as none'),
    said_by: saidBySchema,
    complete: z
      .boolean()
      .describe('False where it is older than this record, which then lacks what was before'),
  })
  .meta({ id: 'MemorySupport' });
export type MemorySupport = CamelCased<typeof memorySupportSchema>;

/** Something that a memory rests on: a run that taught it, or a caller who said or approved it. */
export interface Support {
  /** The run's id, or {@link callerSource} of the caller. */
  readonly source: string;
  /** Who said it there; empty where the words are the model's own. */
  readonly saidBy: readonly MemorySaidBy[];
  readonly sessionId: string | null;
  readonly userId: string | null;
}

/** Before the name of a caller. Ids of runs have no colon. */
export const CALLER = 'caller:';

/** Stands for a caller, who counts once however often they say it. */
export const callerSource = (actor: string): string => `${CALLER}${actor}`;

/**
 * The number of independent sources: each user counts once, in however many sessions, of runs
 * without a user each session, each caller, and all runs without user and session together as one.
 */
export function countIndependentSources(support: readonly Support[]): number {
  return new Set(support.map((one) => (one.source.startsWith(CALLER) ? one.source : independentSource(one))))
    .size;
}
