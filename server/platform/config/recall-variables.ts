/** The variables of recalls: what is served, and which sessions go without. */
import { decimal, flag, group, integer } from './variable-types.ts';

export const recall = group({
  minScore: decimal('SERVICE_RECALL_MIN_SCORE', 0, 1, { fallback: 0.12, about: 'lowest score served' }),
  minMemoryScore: decimal('SERVICE_RECALL_MIN_MEMORY_SCORE', 0, 1, {
    fallback: 0.12,
    about: 'lowest score of a memory served',
  }),
  maxSkills: integer('SERVICE_RECALL_MAX_SKILLS', 0, 50, { fallback: 3, about: 'skills injected in full' }),
  maxMemories: integer('SERVICE_RECALL_MAX_MEMORIES', 0, 200, { fallback: 8, about: 'memories injected' }),
  cacheMegabytes: integer('SERVICE_RECALL_CACHE_MB', 1, 1e6, { fallback: 256, about: 'cache of knowledge' }),
  skillIndexSize: integer('SERVICE_RECALL_SKILL_INDEX_SIZE', 0, 1000, {
    fallback: 20,
    about: 'further skills listed by name',
  }),
  holdoutRate: decimal('SERVICE_HOLDOUT_RATE', 0, 1, {
    fallback: 0.05,
    about: 'share of sessions without skills; 0 disables lift measurement',
  }),
  skillHoldbackRate: decimal('SERVICE_SKILL_HOLDBACK_RATE', 0, 0.2, {
    fallback: 0,
    about: 'share of the other sessions in which one skill is held back, to measure the lift of each',
  }),
  momentHoldbackRate: decimal('SERVICE_MOMENT_HOLDBACK_RATE', 0, 0.5, {
    fallback: 0,
    about: 'share of moments in which the rules that apply are held back, to measure what showing them does',
  }),
  momentShare: decimal('SERVICE_MOMENT_SHARE', 0, 1, {
    fallback: 0,
    about:
      'share of the other sessions that get rules with a trigger at the start, at the moment or both, to compare these',
  }),
  creditHours: integer('SERVICE_RECALL_CREDIT_HOURS', 1, 8760, {
    fallback: 168,
    about: 'maximum time between a recall and the run it is credited to',
  }),
  redactPii: flag('SERVICE_REDACT_PII', { fallback: true, about: 'redact text before it is stored' }),
});
