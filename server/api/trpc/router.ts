/**
 * Everything the dashboard can ask, by noun. What REST has too is the very same procedure, with its scope,
 * schemas and use case; beside it stand the lists, counts and previews that only a dashboard needs.
 */
import { canaryRouter, changesetRouter } from './changesets.ts';
import { router } from './fields.ts';
import { memoryRouter } from './memories.ts';
import { agentRouter, episodeRouter, insightRouter, overviewRouter, recallRouter } from './runs.ts';
import { sampleProcedures, sessionProcedures } from './session.ts';
import {
  auditRouter,
  erasureRouter,
  jobRouter,
  keyRouter,
  modelRouter,
  policyRouter,
  usageRouter,
  webhookRouter,
} from './settings.ts';
import { skillRouter } from './skills.ts';
import { tenantRouter } from './tenants.ts';

export const dashboardRouter = router({
  session: router(sessionProcedures),
  sample: router(sampleProcedures),
  agents: agentRouter,
  audit: auditRouter,
  canaries: canaryRouter,
  changesets: changesetRouter,
  episodes: episodeRouter,
  erasure: erasureRouter,
  insights: insightRouter,
  jobs: jobRouter,
  keys: keyRouter,
  memories: memoryRouter,
  model: modelRouter,
  overview: overviewRouter,
  recalls: recallRouter,
  policy: policyRouter,
  skills: skillRouter,
  tenants: tenantRouter,
  usage: usageRouter,
  webhooks: webhookRouter,
});

export type DashboardRouter = typeof dashboardRouter;
