/**
 * Every change of a skill: proposed, scanned, rated, decided by policy or a person, applied or not, and
 * recorded.
 */
export { amendChangeset, checkAmendment, commentChangeset } from './amend-changeset.ts';
export { creditCanaries, expireCanaries, stopForRollback } from './canaries/canary-endings.ts';
export { proposeAgain } from './decided/propose-again.ts';
export { restoreVersion } from './decided/restore-version.ts';
export { undoDecisions } from './decided/undo-decision.ts';
export {
  type Assessment,
  type LearnedProposal,
  previewProposal,
  proposeChangesets,
} from './propose-changeset.ts';
export { proposedSkills } from './proposed-skills.ts';
export { countBySource } from './queue/count-by-source.ts';
export { listQueue, QUEUE_TABS, summarizeQueue } from './queue/list-queue.ts';
export { FINDING_KINDS, QUEUE_ORDERS } from './queue/store.ts';
export { explainHold } from './reading/find-findings.ts';
export { getChangeset, headlinesById, listChangesets, listCiting } from './reading/read-changesets.ts';
export {
  compareTexts,
  lastRejected,
  openProposals,
  readDetail,
  toEarlierChanges,
} from './reading/read-detail.ts';
export type { ChangesetRecord } from './records.ts';
export { previewMany, reviewChangeset, reviewMany } from './review-changeset.ts';
export { toSkillState } from './skill-texts.ts';
export { changesetFacts } from './store.ts';
export { addSupport, previewHolds, reviseHolds, submitChangeset } from './submit-changeset.ts';
