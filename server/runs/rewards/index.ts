/** The ledger of credit: what recorded episodes give to skills, rules and the two groups of the lift. */
export { type CreditedSkill, creditEpisodes, type EpisodeCredit } from './credit-episodes.ts';
export { type LiftGroup, liftGroupOf } from './lift-group.ts';
export { lockEntry, replaceReward, replaceVerdicts } from './replace-reward.ts';
export type { LedgerEntry } from './store.ts';
export { withdrawCredit } from './withdraw-credit.ts';
