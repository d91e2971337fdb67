/**
 * What policy approves without a person. The answer carries each rule with what it looked at, so that the
 * dashboard explains a decision with the very rules that made it.
 */
import { matchesEverything } from '../../moments/match.ts';
import type { TriggerChange } from '../../moments/trigger.ts';
import { type Finding, isBlocking } from '../../safety/spans.ts';
import type { Operation } from './ops.ts';

type ApprovalSettings = {
  readonly autoApproveLowRisk: boolean;
  readonly autoApproveMediumRisk: boolean;
  /** 0 to 1. */
  readonly autoApproveMinEvalScore: number;
  /** Sessions that must stand behind what was learned. */
  readonly minSessionsForAutoApprove: number;
  /** Whether two people must agree on a change. */
  readonly reviewFourEyes: boolean;
};

export type ProposalFacts = {
  readonly risk: Risk;
  /** How many existing skills it changes. */
  readonly skillsChanged: number;
  readonly findings: readonly Finding[];
  /** 0 to 1, null where no judge answered. */
  readonly evalScore: number | null;
  readonly humanAuthored: boolean;
  /** Independent sessions that it was learned from. */
  readonly sessions: number;
  /** Why the untrusted text that it was learned from needs a person; empty where nothing does. */
  readonly because: readonly string[];
  readonly settings: ApprovalSettings;
};

/** The setting that a rule compares with, by its variable's name. */
type RuleSetting = { readonly name: string; readonly value: boolean | number };

/** One rule: what it looked at, and with which setting (null where none can change it). */
type PolicyRule =
  | {
      readonly rule: 'risk_tier';
      readonly pass: boolean;
      readonly value: Risk;
      readonly setting: RuleSetting | null;
    }
  | {
      readonly rule: 'one_skill';
      readonly pass: boolean;
      /** How many existing skills it changes. */
      readonly value: number;
      readonly setting: null;
    }
  | {
      readonly rule: 'no_blocking_findings';
      readonly pass: boolean;
      readonly value: readonly Finding[];
      readonly setting: null;
    }
  | {
      readonly rule: 'trusted_sources';
      readonly pass: boolean;
      readonly value: readonly string[];
      readonly setting: RuleSetting;
    }
  | {
      readonly rule: 'independent_sessions';
      readonly pass: boolean;
      readonly value: number;
      readonly setting: RuleSetting;
    }
  | {
      readonly rule: 'four_eyes';
      readonly pass: boolean;
      readonly value: null;
      readonly setting: RuleSetting;
    }
  | {
      readonly rule: 'eval_score';
      readonly pass: boolean;
      readonly value: number | null;
      readonly setting: RuleSetting;
    };

/** `autoApprove` exactly when every rule passes. */
export type ApprovalDecision = { readonly autoApprove: boolean; readonly rules: readonly PolicyRule[] };

/**
 * Decides on a proposal. What a person wrote waits only for blocking findings; what was learned also needs a
 * risk that policy may take, one skill at most that a risky change could be tried on, enough sessions behind it and,
 * where a judge scored it, a score that is high enough. Where two people must agree, what a person wrote waits too.
 */
export function decideApproval({
  risk,
  skillsChanged,
  findings,
  evalScore,
  humanAuthored,
  sessions,
  because,
  settings,
}: ProposalFacts): ApprovalDecision {
  const safety = findingsRule(findings);
  const rules = humanAuthored
    ? [safety, ...(settings.reviewFourEyes ? [fourEyesRule] : [])]
    : [
        riskRule(risk, settings),
        oneSkillRule(risk, skillsChanged),
        safety,
        ...(because.length > 0 ? [sourcesRule(because)] : []),
        ...(settings.minSessionsForAutoApprove > 1 ? [sessionsRule(sessions, settings)] : []),
        evalRule(evalScore, settings),
      ];
  return { autoApprove: rules.every(({ pass }) => pass), rules };
}

/**
 * A risky change of several skills can have no canary, so a person looks at it instead: no setting lets
 * policy apply it untried.
 */
function oneSkillRule(risk: Risk, value: number): PolicyRule {
  return { rule: 'one_skill', pass: risk === 'low' || value <= 1, value, setting: null };
}

function findingsRule(findings: readonly Finding[]): PolicyRule {
  const blocking = findings.filter(isBlocking);
  return { rule: 'no_blocking_findings', pass: blocking.length === 0, value: blocking, setting: null };
}

function sourcesRule(value: readonly string[]): PolicyRule {
  const setting = { name: 'SERVICE_UNTRUSTED_NEEDS_REVIEW', value: true };
  return { rule: 'trusted_sources', pass: false, value, setting };
}

function riskRule(risk: Risk, settings: ApprovalSettings): PolicyRule {
  const setting = riskSetting(risk, settings);
  return { rule: 'risk_tier', pass: setting?.value === true, value: risk, setting };
}

function riskSetting(risk: Risk, settings: ApprovalSettings): RuleSetting | null {
  switch (risk) {
    case 'low':
      return { name: 'SERVICE_AUTO_APPROVE_LOW_RISK', value: settings.autoApproveLowRisk };
    case 'medium':
      return { name: 'SERVICE_AUTO_APPROVE_MEDIUM_RISK', value: settings.autoApproveMediumRisk };
    case 'high':
      return null;
    default:
      return risk satisfies never;
  }
}

function evalRule(evalScore: number | null, { autoApproveMinEvalScore }: ApprovalSettings): PolicyRule {
  return {
    rule: 'eval_score',
    pass: evalScore === null || evalScore >= autoApproveMinEvalScore,
    value: evalScore,
    setting: { name: 'SERVICE_AUTO_APPROVE_MIN_EVAL_SCORE', value: autoApproveMinEvalScore },
  };
}

/** Asked for from 2 on: merges of rules rest on no session at all. */
function sessionsRule(value: number, { minSessionsForAutoApprove: least }: ApprovalSettings): PolicyRule {
  const setting = { name: 'SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE', value: least };
  return { rule: 'independent_sessions', pass: value >= least, value, setting };
}

const fourEyesRule: PolicyRule = {
  ...{ rule: 'four_eyes', pass: false, value: null },
  setting: { name: 'SERVICE_REVIEW_FOUR_EYES', value: true },
};

/** How much a change can break, which decides who may approve it and whether it meets live traffic first. */
export const RISKS = ['low', 'medium', 'high'] as const;
export type Risk = (typeof RISKS)[number];

/**
 * The risk of operations is that of the riskiest: new knowledge is low, reworded or merged rules are medium;
 * high is what forgets a rule or changes when a skill is served, what blocks calls or applies to nearly any, and a
 * change of a rule that blocks. No operations are low. `blocking` are the ids of rules that block now.
 */
export function assessRisk(ops: readonly Operation[], blocking: ReadonlySet<string> = new Set()): Risk {
  const risks = new Set(ops.map((op) => (reachesCalls(op, blocking) ? 'high' : riskOfOne(op))));
  return RISKS.findLast((risk) => risks.has(risk)) ?? 'low';
}

/** Whether an operation blocks calls, changes a rule that does, or has a rule shown before nearly any. */
function reachesCalls(op: Operation, blocking: ReadonlySet<string>): boolean {
  if ('bullet' in op && blocking.has(op.bullet)) return true;
  return triggersIn(op).some(
    ({ applies_when: conditions, blocks }) => blocks === true || conditions?.some(matchesEverything) === true,
  );
}

function triggersIn(op: Operation): TriggerChange[] {
  if (op.op === 'create_skill') return op.bullets;
  return op.op === 'add' || op.op === 'update' ? [op] : [];
}

/** Whether operations have a rule block calls that did not. */
export function setsBlocking(ops: readonly Operation[]): boolean {
  return ops.some((op) => triggersIn(op).some(({ blocks }) => blocks === true));
}

function riskOfOne(op: Operation): Risk {
  switch (op.op) {
    case 'create_skill':
    case 'add':
      return 'low';
    case 'update':
      return 'medium';
    case 'remove':
      return op.merged_into ? 'medium' : 'high';
    case 'set_description':
      return 'high';
    default:
      return op satisfies never;
  }
}
