/** The settings that a tenant may have values of its own for, out of the configuration and into it. */
import type { PolicySettings } from '../../domain/admin/policy/policy.ts';
import { type OwnPolicy, resolvePolicy } from '../../domain/admin/policy/resolve-policy.ts';
import type { ReviewMode } from '../../domain/trust/tool-names.ts';
import type { Config } from './config.ts';

/** The groups of the configuration that hold such settings. */
export type TenantConfig = Pick<Config, 'governance' | 'recall' | 'canary'>;

export function policySettings({ governance, recall, canary }: TenantConfig): PolicySettings {
  return {
    autoApproveLowRisk: governance.autoApproveLowRisk,
    autoApproveMediumRisk: governance.autoApproveMediumRisk,
    autoApproveMinEvalScore: governance.autoApproveMinEvalScore,
    minSessionsForAutoApprove: governance.minSessionsForAutoApprove,
    untrustedNeedsReview: governance.untrustedNeedsReview !== 'false',
    recallMinScore: recall.minScore,
    recallMaxSkills: recall.maxSkills,
    recallMaxMemories: recall.maxMemories,
    canaryEnabled: canary.enabled,
    canaryRule: canary.rule,
    canaryFloor: canary.floor,
    canaryMinSamples: canary.minSamples,
    canaryThreshold: canary.threshold,
    canaryMaxSamples: canary.maxSamples,
    canaryMaxDays: canary.maxDays,
    holdoutRate: recall.holdoutRate,
  };
}

/** A tenant says whether untrusted text needs review, the installation how much of it is untrusted. */
function reviewMode(needsReview: boolean, installation: ReviewMode): ReviewMode {
  if (!needsReview) return 'false';
  return installation === 'false' ? 'true' : installation;
}

/** The settings that hold in a tenant with these values of its own; null: none. */
export function tenantConfig({ governance, recall, canary }: Config, own: OwnPolicy | null): TenantConfig {
  const installation = { governance, recall, canary };
  if (own === null) return installation;
  const settings = resolvePolicy(policySettings(installation), own);
  const { autoApproveLowRisk, autoApproveMediumRisk, autoApproveMinEvalScore } = settings;
  const { minSessionsForAutoApprove } = settings;
  const untrustedNeedsReview = reviewMode(settings.untrustedNeedsReview, governance.untrustedNeedsReview);
  return {
    governance: {
      ...{ ...governance, autoApproveLowRisk, autoApproveMediumRisk, autoApproveMinEvalScore },
      ...{ minSessionsForAutoApprove, untrustedNeedsReview },
    },
    recall: {
      ...recall,
      minScore: settings.recallMinScore,
      maxSkills: settings.recallMaxSkills,
      maxMemories: settings.recallMaxMemories,
      holdoutRate: settings.holdoutRate,
    },
    canary: {
      ...canary,
      enabled: settings.canaryEnabled,
      rule: settings.canaryRule,
      floor: settings.canaryFloor,
      minSamples: settings.canaryMinSamples,
      threshold: settings.canaryThreshold,
      maxSamples: settings.canaryMaxSamples,
      maxDays: settings.canaryMaxDays,
    },
  };
}
