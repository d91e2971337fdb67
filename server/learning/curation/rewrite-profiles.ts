/**
 * Users' cards in a model's words, where the preferences changed since it was asked last. What it writes is
 * kept only as far as the preferences say it; a card without a usable wording stays as it was composed.
 */

import { profileAnswer } from '../../domain/learning/answers.ts';
import { profilePrompt } from '../../domain/learning/prompts/profile.ts';
import { type Card, rewrittenCard } from '../../domain/memories/profile.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { type ComposedCard, composedCards, rewordCard } from '../../memories/index.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Cards of one run; further ones wait for the next. */
const AT_ONCE = 20;

/** With fewer there is nothing to bring together: the card says the memory's own words. */
const LEAST_PREFERENCES = 2;

/** Rewords the cards of the agent’s users; answers with how many have new words. */
export async function rewriteProfiles(
  runtime: Runtime,
  job: Job<'curate'>,
  context: JobContext,
): Promise<number> {
  const { tenant, agentId } = job;
  let rewritten = 0;
  for (const composed of await composedCards(runtime.db.read, tenant, { agentId, limit: AT_ONCE })) {
    const card = await writeCard(runtime, job, { composed, signal: context.signal });
    const isKept = await context.commit(
      async (tx) => await rewordCard(runtime, tx, tenant, { ...composed, card }),
    );
    rewritten += Number(isKept);
  }
  return rewritten;
}

async function writeCard(
  runtime: Runtime,
  { tenant, agentId }: Job<'curate'>,
  { composed: { preferences }, signal }: { composed: ComposedCard; signal: AbortSignal },
): Promise<Card | null> {
  if (preferences.length < LEAST_PREFERENCES) return null;
  try {
    const { profile } = await askModel(runtime, {
      ...profilePrompt(preferences),
      tenant,
      purpose: 'profile',
      schema: profileAnswer,
      signal,
    });
    return rewrittenCard(profile, preferences);
  } catch (error) {
    if (!isModelUnusable(error)) throw error;
    runtime.log.warn('profile.failed', { tenant, agent_id: agentId, fault: error.problem });
    return null;
  }
}
