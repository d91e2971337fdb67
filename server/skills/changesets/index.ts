/**
 * Every change of a skill: proposed, scanned, rated, decided by policy or a person, applied or not, and
 * recorded.
 */
export { amendChangeset, checkAmendment, commentChangeset } from './amend-changeset.ts';
export { creditCanaries, expireCanaries, stopForRollback } from './canary-endings.ts';
export { compareTexts } from './compare-texts.ts';
export { listQueue, QUEUE_TABS } from './list-queue.ts';
export {
  type Assessment,
  type LearnedProposal,
  previewProposal,
  proposeChangesets,
} from './propose-changeset.ts';
export { FINDING_KINDS, QUEUE_ORDERS } from './queue-store.ts';
export { getChangeset, headlinesById, listChangesets, listCiting } from './read-changesets.ts';
export { asEarlier, lastRejected, openProposals, readDetail } from './read-detail.ts';
export { previewMany, reviewChangeset, reviewMany } from './review-changeset.ts';
export { toSkillState } from './skill-texts.ts';
export { submitChangeset } from './submit-changeset.ts';
export { summarizeQueue } from './summarize-queue.ts';
