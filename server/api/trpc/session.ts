/** Who is signed in, the settings that pages show, and the way into the sample world and out of it. */

import { readTenantConfig } from '../../admin/policy/index.ts';
import { SCOPES } from '../../domain/principal.ts';
import { authenticationDisabled } from '../../platform/config/config.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { loadSampleWorld, removeSampleWorld } from '../../sample/index.ts';
import { visitCookie } from '../auth/index.ts';
import { type DashboardContext, procedure } from './fields.ts';

/** The settings by which pages explain decisions; none of them is secret. */
async function pageSettings(runtime: Runtime, tenant: string) {
  const { config } = runtime;
  const { learning, retention, limits, model, embeddings } = config;
  const { governance, canary, recall } = await readTenantConfig(runtime, runtime.db.read, tenant);
  return {
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
  me: procedure('signed-in').query(async ({ ctx: { runtime, principal } }) => ({
    tenant: principal.tenant,
    actor: principal.actor,
    scopes: SCOPES.filter((scope) => principal.scopes.has(scope)),
    /** False where authentication is off and there is nothing to sign out of. */
    canSignOut: !authenticationDisabled(runtime.config),
    now: runtime.clock().toISOString(),
    settings: await pageSettings(runtime, principal.tenant),
  })),
};

/** Makes the browser show the sample world from the next request on, or the tenant it is signed in to. */
function show(
  { runtime, replyHeaders }: Pick<DashboardContext, 'runtime' | 'replyHeaders'>,
  entered: boolean,
): void {
  replyHeaders?.append('set-cookie', visitCookie(runtime, entered));
}

export const sampleProcedures = {
  /** Loads the sample world where it is not there yet, and enters it. */
  enter: procedure('operator').mutation(async ({ ctx }) => {
    await loadSampleWorld(ctx.runtime, ctx.principal);
    show(ctx, true);
  }),
  leave: procedure('operator').mutation(({ ctx }) => show(ctx, false)),
  /** Removes it, for everybody who is in it. */
  remove: procedure('operator').mutation(async ({ ctx }) => {
    await removeSampleWorld(ctx.runtime, ctx.principal);
    show(ctx, false);
  }),
};
