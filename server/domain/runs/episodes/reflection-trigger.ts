/**
 * Which episodes and which feedback are worth reflecting on. The rule is the same with and without a model.
 */
import type { Outcome } from './episode.ts';

/** A score below this is negative feedback. */
const NEGATIVE_SCORE = 0.5;

/** The settings of the rule, by the names of the configuration. */
export interface ReflectionRule {
  reflectOnFailure: boolean;
  reflectMinToolCalls: number;
  reflectEveryEpisodes: number;
}

/**
 * What the rule looks at: `ordinal` is the episode's number among all that its agent ever recorded, from 1.
 */
export interface EpisodeFacts {
  outcome: Outcome;
  toolCalls: number;
  ordinal: number;
}

/** Whether an episode triggers reflection: a failure, many tool calls, or simply the n-th of its agent. */
export function episodeTriggersReflection(rule: ReflectionRule, facts: EpisodeFacts): boolean {
  return (
    (rule.reflectOnFailure && facts.outcome === 'failure') ||
    facts.toolCalls >= rule.reflectMinToolCalls ||
    facts.ordinal % rule.reflectEveryEpisodes === 0
  );
}

interface FeedbackFacts {
  score: number;
  comment?: string | null | undefined;
  correction?: string | null | undefined;
}

/** Whether feedback triggers reflection: it is negative, or it says something in words. */
export function feedbackTriggersReflection({ score, comment, correction }: FeedbackFacts): boolean {
  return score < NEGATIVE_SCORE || hasWords(comment) || hasWords(correction);
}

function hasWords(text: string | null | undefined): boolean {
  return typeof text === 'string' && text.trim() !== '';
}
