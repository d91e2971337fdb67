/**
 * A tenant's own policy on top of the installation's settings, which are its defaults and its bounds. Without schemas:
 * the page loads this file.
 */
import { CANARY_RULES } from '../../skills/canary/rules.ts';
import type { PolicySettings } from './policy.ts';

type SettingName = keyof PolicySettings;

/** The settings, and the variable of the installation that each stands for. */
export const SETTING_VARIABLES: Readonly<Record<SettingName, string>> = {
  autoApproveLowRisk: 'SERVICE_AUTO_APPROVE_LOW_RISK',
  autoApproveMediumRisk: 'SERVICE_AUTO_APPROVE_MEDIUM_RISK',
  autoApproveMinEvalScore: 'SERVICE_AUTO_APPROVE_MIN_EVAL_SCORE',
  minSessionsForAutoApprove: 'SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE',
  untrustedNeedsReview: 'SERVICE_UNTRUSTED_NEEDS_REVIEW',
  recallMinScore: 'SERVICE_RECALL_MIN_SCORE',
  recallMaxSkills: 'SERVICE_RECALL_MAX_SKILLS',
  recallMaxMemories: 'SERVICE_RECALL_MAX_MEMORIES',
  canaryEnabled: 'SERVICE_CANARY_ENABLED',
  canaryRule: 'SERVICE_CANARY_RULE',
  canaryFloor: 'SERVICE_CANARY_FLOOR',
  canaryMinSamples: 'SERVICE_CANARY_MIN_SAMPLES',
  canaryThreshold: 'SERVICE_CANARY_THRESHOLD',
  canaryMaxSamples: 'SERVICE_CANARY_MAX_SAMPLES',
  canaryMaxDays: 'SERVICE_CANARY_MAX_DAYS',
  holdoutRate: 'SERVICE_HOLDOUT_RATE',
};

export const SETTING_NAMES = Object.keys(SETTING_VARIABLES) as SettingName[];

/** The settings that a tenant has values of its own for. */
export type OwnPolicy = Partial<PolicySettings>;

/**
 * Settings of which a tenant's value may only be stricter than the installation's: at least or at most that one. Flags count
 * as 0 and 1, canary rules in their order.
 */
const STRICTER: Readonly<Partial<Record<SettingName, 'least' | 'most'>>> = {
  autoApproveLowRisk: 'most',
  autoApproveMediumRisk: 'most',
  autoApproveMinEvalScore: 'least',
  minSessionsForAutoApprove: 'least',
  untrustedNeedsReview: 'least',
  canaryEnabled: 'least',
  canaryRule: 'least',
  canaryThreshold: 'least',
};

/**
 * The minimum of samples lies between half and double the installation's: fewer decide on less evidence, and more leave
 * changes to skills with less traffic without a canary.
 */
const SAMPLES_FACTOR = 2;

/** The values a tenant may choose; null where only the setting's own bounds hold. */
export interface PolicyBounds {
  least: PolicySettings[SettingName] | null;
  most: PolicySettings[SettingName] | null;
}

export function policyBounds(name: SettingName, installation: PolicySettings): PolicyBounds {
  const value = installation[name];
  if (name === 'canaryMinSamples') {
    const samples = installation.canaryMinSamples;
    return { least: Math.ceil(samples / SAMPLES_FACTOR), most: samples * SAMPLES_FACTOR };
  }
  const stricter = STRICTER[name];
  return { least: stricter === 'least' ? value : null, most: stricter === 'most' ? value : null };
}

function rank(value: PolicySettings[SettingName]): number {
  if (typeof value === 'string') return CANARY_RULES.indexOf(value);
  return Number(value);
}

/** The value, or the bound that it lies beyond. */
function bounded(
  name: SettingName,
  value: PolicySettings[SettingName],
  installation: PolicySettings,
): PolicySettings[SettingName] {
  const { least, most } = policyBounds(name, installation);
  if (least !== null && rank(value) < rank(least)) return least;
  if (most !== null && rank(value) > rank(most)) return most;
  return value;
}

/** Those of the tenant's own values that the installation does not allow. */
export function beyondBounds(own: OwnPolicy, installation: PolicySettings): SettingName[] {
  return SETTING_NAMES.filter((name) => {
    const value = own[name];
    return value !== undefined && bounded(name, value, installation) !== value;
  });
}

/**
 * What holds in a tenant. A value that the installation no longer allows gives way to the nearest one it does; the maximum of
 * samples is never below the minimum.
 */
export function resolvePolicy(installation: PolicySettings, own: OwnPolicy): PolicySettings {
  const chosen = SETTING_NAMES.flatMap((name) => {
    const value = own[name];
    return value === undefined ? [] : [[name, bounded(name, value, installation)] as const];
  });
  const settings: PolicySettings = { ...installation, ...Object.fromEntries(chosen) };
  const canaryMaxSamples = Math.max(settings.canaryMaxSamples, settings.canaryMinSamples);
  return { ...settings, canaryMaxSamples };
}

/** What an own value beyond the bounds is told: "at most off in this installation (SERVICE_…)". */
export function boundText(name: SettingName, installation: PolicySettings): string {
  const { least, most } = policyBounds(name, installation);
  const limits = [
    ...(least === null ? [] : [`at least ${least}`]),
    ...(most === null ? [] : [`at most ${most}`]),
  ];
  return `must be ${limits.join(' and ')} in this installation (${SETTING_VARIABLES[name]})`;
}
