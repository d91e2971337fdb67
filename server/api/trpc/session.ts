/** Who is signed in, and the settings that pages show. */
import { SCOPES } from '../../domain/principal.ts';
import { authenticationDisabled, publicUrl } from '../../platform/config/config.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { procedure } from './fields.ts';

/** The settings by which pages explain decisions; none of them is secret. */
function pageSettings({ config }: Runtime) {
  const { governance, canary, learning, recall, retention, limits, model, embeddings } = config;
  return {
    publicUrl: publicUrl(config),
    provider: model.provider,
    model: model.provider === 'none' ? null : model.name,
    embeddings: embeddings.url !== null,
    governance,
    canary,
    holdoutRate: recall.holdoutRate,
    minScore: recall.minScore,
    maxBulletWords: learning.maxBulletWords,
    maxOpsPerChangeset: learning.maxOpsPerChangeset,
    reflectEveryEpisodes: learning.reflectEveryEpisodes,
    staleAfterDays: learning.staleAfterDays,
    archiveAfterDays: learning.archiveAfterDays,
    episodeRetentionDays: retention.episodeDays,
    auditRetentionDays: retention.auditDays,
    dailyTokenBudget: limits.dailyTokenBudget,
  };
}

export const sessionProcedures = {
  me: procedure.query(({ ctx: { runtime, principal } }) => ({
    tenant: principal.tenant,
    actor: principal.actor,
    scopes: SCOPES.filter((scope) => principal.scopes.has(scope)),
    /** False where authentication is off and there is nothing to sign out of. */
    canSignOut: !authenticationDisabled(runtime.config),
    now: runtime.clock().toISOString(),
    settings: pageSettings(runtime),
  })),
};
