/** The ledger of credit: what recorded episodes give to skills, rules and the two groups of the lift. */
export { type CreditedSkill, creditEpisodes, type EpisodeCredit } from './credit-episodes.ts';
export { chooseLiftGroup, type LiftGroup } from './credit-lift.ts';
export type { LedgerEntry } from './entry-store.ts';
export {
  lockEntry,
  replaceReward,
  replaceVerdicts,
  withdrawCredit,
} from './replace-reward.ts';
