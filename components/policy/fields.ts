/** The settings of a policy as the form shows them, and what was typed. Pure. */

import { countApprovals, type DecidedChange } from '../../server/domain/admin/policy/decided-changes.ts';
import type { Outputs } from '../api/trpc.ts';
import { counted, grouped } from '../ui/text/counted.ts';

export type Settings = Outputs['policy']['read']['settings'];
export type SettingName = keyof Settings;

/** What was typed for the settings that were touched. */
export type Draft = Readonly<Partial<Record<SettingName, string>>>;

export const FLAGS = [
  { name: 'autoApproveLowRisk', sent: 'auto_approve_low_risk', label: 'Approve low risk' },
  { name: 'autoApproveMediumRisk', sent: 'auto_approve_medium_risk', label: 'Approve medium risk' },
  {
    name: 'untrustedNeedsReview',
    sent: 'untrusted_needs_review',
    label: 'Hold lessons from untrusted sources',
  },
  { name: 'canaryEnabled', sent: 'canary_enabled', label: 'Run risky changes as canaries' },
] as const;

export const NUMBERS = [
  {
    name: 'autoApproveMinEvalScore',
    sent: 'auto_approve_min_eval_score',
    label: 'Minimum eval score',
    most: 1,
  },
  {
    name: 'minSessionsForAutoApprove',
    sent: 'min_sessions_for_auto_approve',
    label: 'Minimum sessions',
    whole: true,
    least: 1,
    most: 1e6,
  },
  { name: 'recallMinScore', sent: 'recall_min_score', label: 'Minimum recall score', most: 1 },
  { name: 'recallMaxSkills', sent: 'recall_max_skills', label: 'Skills served', whole: true, most: 50 },
  {
    name: 'recallMaxMemories',
    sent: 'recall_max_memories',
    label: 'Memories served',
    whole: true,
    most: 200,
  },
  { name: 'canaryFloor', sent: 'canary_floor', label: 'Minimum traffic per arm', most: 0.5 },
  {
    name: 'canaryMinSamples',
    sent: 'canary_min_samples',
    label: 'Minimum samples',
    whole: true,
    least: 1,
    most: 1e6,
  },
  {
    name: 'canaryMaxSamples',
    sent: 'canary_max_samples',
    label: 'Maximum samples',
    whole: true,
    least: 1,
    most: 1e6,
  },
  { name: 'canaryThreshold', sent: 'canary_threshold', label: 'Threshold', least: 0.5, most: 1 },
  {
    name: 'canaryMaxDays',
    sent: 'canary_max_days',
    label: 'Maximum days',
    whole: true,
    least: 1,
    most: 36_500,
  },
  { name: 'holdoutRate', sent: 'holdout_rate', label: 'Holdout rate', most: 1 },
] as const;

export const RULE = { name: 'canaryRule', sent: 'canary_rule', label: 'Canary rule' } as const;

/** The fields in the order of the form. */
export const GROUPS: readonly { title: string; names: readonly SettingName[] }[] = [
  {
    title: 'Approval without a person',
    names: [
      ...(['autoApproveLowRisk', 'autoApproveMediumRisk', 'autoApproveMinEvalScore'] as const),
      ...(['minSessionsForAutoApprove', 'untrustedNeedsReview'] as const),
    ],
  },
  { title: 'Recall', names: ['recallMinScore', 'recallMaxSkills', 'recallMaxMemories', 'holdoutRate'] },
  {
    title: 'Canaries',
    names: [
      ...(['canaryEnabled', 'canaryRule', 'canaryFloor', 'canaryThreshold'] as const),
      ...(['canaryMinSamples', 'canaryMaxSamples', 'canaryMaxDays'] as const),
    ],
  },
];

/** A setting in words. */
export function labelOf(name: SettingName): string {
  return [...FLAGS, ...NUMBERS, RULE].find((field) => field.name === name)?.label ?? name;
}

/** A value as people read it. */
export function shownValue(value: Settings[SettingName]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** Those that differ, in the order of the form. */
export function differing(one: Settings, other: Settings): SettingName[] {
  return GROUPS.flatMap(({ names }) => names).filter((name) => one[name] !== other[name]);
}

/** What is wrong with a number that was typed; null where nothing is. */
export function faultOf(field: (typeof NUMBERS)[number], typed: string): string | null {
  const value = Number(typed);
  const least = 'least' in field ? field.least : 0;
  if (typed.trim() === '' || !Number.isFinite(value) || value < least || value > field.most) {
    return `From ${least} to ${grouped(field.most)}`;
  }
  return 'whole' in field && !Number.isInteger(value) ? 'A whole number' : null;
}

/** Whether more samples are required than there may be at most. */
export function asksTooManySamples(draft: Draft, today: Settings): boolean {
  return (
    Number(draft.canaryMaxSamples ?? today.canaryMaxSamples) <
    Number(draft.canaryMinSamples ?? today.canaryMinSamples)
  );
}

/** What the server's refusals call the fields. */
export const REFUSED_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [...FLAGS, ...NUMBERS, RULE].map(({ sent, label }) => [sent, `“${label}”`]),
);

/** All settings with those that were typed; null where one of these is not allowed. */
export function editedSettings(draft: Draft, today: Settings): Settings | null {
  if (asksTooManySamples(draft, today)) return null;
  const edited = { ...today };
  for (const { name } of FLAGS) {
    const typed = draft[name];
    if (typed !== undefined) edited[name] = typed === 'true';
  }
  for (const field of NUMBERS) {
    const typed = draft[field.name];
    if (typed === undefined) continue;
    if (faultOf(field, typed) !== null) return null;
    edited[field.name] = Number(typed);
  }
  const rule = draft.canaryRule;
  if (rule === 'posterior' || rule === 'calibrated') edited.canaryRule = rule;
  return edited;
}

export function pastSentence(changes: readonly DecidedChange[], policy: Settings): string {
  const { decided, approved, decidedByPeople, approvedByPeople } = countApprovals(changes, policy);
  if (decided === 0) return 'No learned change has been decided yet, so there is nothing to compare with.';
  const of = decided === 1 ? 'the last learned change' : `the last ${counted(decided, 'learned change')}`;
  const would = `Of ${of} this policy would have approved ${approved === 0 ? 'none' : grouped(approved)}`;
  if (approved === 0) return `${would}.`;
  if (decidedByPeople === 0) return `${would}; people decided none of them.`;
  if (decidedByPeople === approved) {
    return `${would}; people approved ${grouped(approvedByPeople)} of those ${grouped(approved)}.`;
  }
  return `${would}; people decided ${grouped(decidedByPeople)} of them and approved ${grouped(approvedByPeople)}.`;
}
