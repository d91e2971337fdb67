/** What would have become of a changeset when it was proposed, by the very functions that decide live. */
import { isBlocking } from '../../safety/spans.ts';
import type { NewIds } from '../../skills/changesets/apply-ops.ts';
import { approvalOutcome, type CurrentSkill } from '../../skills/changesets/approval-outcome.ts';
import { decideApproval, type Risk } from '../../skills/changesets/approval-policy.ts';
import type { Operation } from '../../skills/changesets/ops.ts';
import type { PolicySettings } from './settings.ts';

/**
 * What policy made of a changeset at once: `held` for a reviewer, `applied`, on trial (`canary`), waiting for a canary
 * (`queued`) or `failed`. `approved` is one that policy approves where the next step cannot be told; `unknown` is one of
 * which nothing can be told.
 */
export const STANDINGS = ['held', 'applied', 'canary', 'queued', 'failed', 'approved', 'unknown'] as const;
export type Standing = (typeof STANDINGS)[number];

export function isByPolicy(standing: Standing): boolean {
  return standing !== 'held' && standing !== 'unknown';
}

/** A learned changeset with what is stored of it; what a person proposes does not depend on these settings. */
export type PastChangeset = {
  readonly ops: readonly Operation[];
  readonly risk: Risk;
  readonly findings: readonly string[];
  readonly evalScore: number | null;
  /** Sessions that it was learned from; null where that was not kept. */
  readonly sessions: number | null;
  readonly amended: boolean;
  readonly baseVersions: Readonly<Record<string, number>>;
};

/** The skills as they were then; null where they are no longer known. `uses` null where they are not. */
export type PastSkill = Omit<CurrentSkill, 'uses'> & { readonly uses: number | null };

/** Why a changeset's standing cannot be told. */
export const CHANGESET_GAPS = [
  'amended',
  'finding_origin',
  'sources',
  'sessions',
  'skill_text',
  'skill_uses',
  'other_library',
] as const;
export type ChangesetGap = (typeof CHANGESET_GAPS)[number];

/** `gap` is null where the standing is known exactly. */
export type RehearsedChangeset = { readonly standing: Standing; readonly gap: ChangesetGap | null };

/** Findings that only the look at untrusted sources makes. */
const OF_SOURCES = new Set(
  [
    'untrusted_source',
    'untrusted_target',
    'unvouched_rule',
    'unvouched_account',
    'unvouched_command',
    'unconfirmed_claim',
    'personal_fact',
  ].map((kind) => `injection:${kind}`),
);
/** Findings that it makes, and another check too. */
const OF_SOURCES_OR_OTHERS = new Set(['injection:copied_from_run', 'injection:unvouched_address']);

/** The findings that would have been stored; null, with the reason, where that cannot be told. */
function findingsUnder(
  { findings }: PastChangeset,
  { today, rehearsed }: Policies,
): { known: readonly string[] } | { gap: ChangesetGap } {
  if (today.untrustedNeedsReview === rehearsed.untrustedNeedsReview) return { known: findings };
  // What runs said is not looked at again: nothing but a finding that holds it anyway makes sure.
  if (rehearsed.untrustedNeedsReview)
    return findings.some(isBlocking) ? { known: findings } : { gap: 'sources' };
  const left = findings.filter((finding) => !OF_SOURCES.has(finding));
  const blocking = left.filter(isBlocking);
  const isOpen = blocking.length > 0 && blocking.every((finding) => OF_SOURCES_OR_OTHERS.has(finding));
  return isOpen ? { gap: 'finding_origin' } : { known: left };
}

type Policies = { readonly today: PolicySettings; readonly rehearsed: PolicySettings };

/** What policy says of a proposal: approved, held, or why that cannot be told. */
export function rehearsedApproval(
  changeset: PastChangeset,
  policies: Policies,
): 'approved' | 'held' | { gap: ChangesetGap } {
  // Its risk and findings are those of the amendment.
  if (changeset.amended) return { gap: 'amended' };
  const { risk, evalScore } = changeset;
  const skillsChanged = Object.keys(changeset.baseVersions).length;
  // What two people must agree on is never what was learned.
  const settings = { ...policies.rehearsed, reviewFourEyes: false };
  const counted = changeset.sessions ?? Number.POSITIVE_INFINITY;
  const facts = { risk, skillsChanged, evalScore, sessions: counted, humanAuthored: false, settings };
  const decide = (findings: readonly string[]) => decideApproval({ ...facts, findings }).autoApprove;
  const isCounted = changeset.sessions !== null || settings.minSessionsForAutoApprove <= 1;
  const found = findingsUnder(changeset, policies);
  if ('known' in found) {
    if (!decide(found.known)) return 'held';
    return isCounted ? 'approved' : { gap: 'sessions' };
  }
  // Without a finding it would be held too: then the gap does not matter.
  return decide([]) ? found : 'held';
}

const NO_IDS: NewIds = { newSkillId: () => 'new-skill', newBulletId: () => 'new-rule' };

/**
 * What becomes of an approved proposal. A skill is at the version that was proposed against: proposals are stored under
 * the library's lock. `skills` null: a text of then is no longer known. `diverged`: a skill of it would have gone
 * another way before.
 */
export function rehearsedOutcome(
  changeset: PastChangeset,
  {
    skills,
    diverged,
    rehearsed,
  }: { skills: readonly PastSkill[] | null; diverged: boolean; rehearsed: PolicySettings },
): RehearsedChangeset {
  if (diverged) return { standing: 'approved', gap: 'other_library' };
  if (skills === null) return { standing: 'approved', gap: 'skill_text' };
  const asIf = (uses: number): Standing => {
    const outcome = approvalOutcome({
      ops: changeset.ops,
      baseVersions: changeset.baseVersions,
      current: skills.map((skill) => ({ ...skill, uses: skill.uses ?? uses })),
      origin: NO_IDS,
      risk: changeset.risk,
      humanAuthored: false,
      skipCanary: false,
      settings: { enabled: rehearsed.canaryEnabled, minSamples: rehearsed.canaryMinSamples },
    });
    return outcome.status === 'approved' ? 'queued' : outcome.status;
  };
  const [fewest, most] = [asIf(0), asIf(Number.MAX_SAFE_INTEGER)];
  return fewest === most ? { standing: fewest, gap: null } : { standing: 'approved', gap: 'skill_uses' };
}
