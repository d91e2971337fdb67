/** The ledger of credit: what recorded episodes give to skills, rules and the two groups of the lift. */
export {
  type CreditedSkill,
  chooseLiftGroup,
  creditEpisodes,
  type EpisodeCredit,
  type LiftGroup,
} from './credit-episodes.ts';
export type { LedgerEntry } from './entry-store.ts';
export {
  lockEntry,
  replaceDuration,
  replaceReward,
  replaceVerdicts,
  withdrawCredit,
} from './replace-reward.ts';
