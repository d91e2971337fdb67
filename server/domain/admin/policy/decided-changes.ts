/** What a policy would have approved of learned changes that were decided. Without schemas: the page loads this file. */
import { decideApproval, type ProposalFacts } from '../../skills/changesets/approval-policy.ts';
import type { PolicySettings } from './policy.ts';

/** A learned change as policy saw it, and what people decided: null where policy decided. */
export type DecidedChange = Pick<
  ProposalFacts,
  'risk' | 'skillsChanged' | 'findings' | 'evalScore' | 'sessions' | 'because'
> & { readonly byPeople: 'approved' | 'rejected' | null };

interface DecidedCounts {
  decided: number;
  /** Those that the policy would have approved; the next two are of these. */
  approved: number;
  decidedByPeople: number;
  approvedByPeople: number;
}

/** Counts by the rule that approves live. Findings are as stored: another `untrustedNeedsReview` makes none and drops none. */
export function countApprovals(
  changes: readonly DecidedChange[],
  policy: Pick<
    PolicySettings,
    'autoApproveLowRisk' | 'autoApproveMediumRisk' | 'autoApproveMinEvalScore' | 'minSessionsForAutoApprove'
  >,
): DecidedCounts {
  // Two people must agree only on what a person wrote.
  const settings = { ...policy, reviewFourEyes: false };
  const approved = changes.filter(
    (change) => decideApproval({ ...change, humanAuthored: false, settings }).autoApprove,
  );
  return {
    decided: changes.length,
    approved: approved.length,
    decidedByPeople: approved.filter(({ byPeople }) => byPeople !== null).length,
    approvedByPeople: approved.filter(({ byPeople }) => byPeople === 'approved').length,
  };
}
