/** The variables of recalls: what is served, and which sessions go without. */
import { decimal, flag, group, integer } from './variable-types.ts';

export const recall = group({
  minScore: decimal('SERVICE_RECALL_MIN_SCORE', 0, 1, { fallback: 0.12, about: 'lowest score served' }),
  minMemoryScore: decimal('SERVICE_RECALL_MIN_MEMORY_SCORE', 0, 1, {
    fallback: 0.12,
    about: 'lowest score of a memory served',
  }),
  wordVectors: flag('SERVICE_RECALL_WORD_VECTORS', {
    fallback: true,
    about: 'find preferences by the meaning of English words too',
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
  creditHours: integer('SERVICE_RECALL_CREDIT_HOURS', 1, 8760, {
    fallback: 168,
    about: 'maximum time between a recall and the run it is credited to',
  }),
  redactPii: flag('SERVICE_REDACT_PII', { fallback: true, about: 'redact text before it is stored' }),
});
