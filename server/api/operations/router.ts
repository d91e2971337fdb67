/** Every REST operation in one router, for the REST handler and the OpenAPI document. */
import {
  auditOperations,
  erasureOperations,
  jobOperations,
  keyOperations,
  modelOperations,
  statusOperations,
  usageOperations,
} from './admin.ts';
import { agentsOperations, insightsOperations } from './agents.ts';
import { changesetOperations } from './changesets.ts';
import { measurementOperations } from './measurements.ts';
import { cleanupOperations, memoryOperations, profileOperations } from './memories.ts';
import { router } from './operation.ts';
import { policyOperations } from './policy.ts';
import {
  askOperations,
  episodesOperations,
  feedbackOperations,
  recallOperations,
  traceOperations,
} from './runs.ts';
import { skillOperations } from './skills.ts';
import { tenantOperations } from './tenants.ts';
import { webhookOperations } from './webhooks.ts';

export const appRouter = router({
  ...agentsOperations,
  ...askOperations,
  ...auditOperations,
  ...changesetOperations,
  ...episodesOperations,
  ...erasureOperations,
  ...feedbackOperations,
  ...cleanupOperations,
  ...insightsOperations,
  ...jobOperations,
  ...keyOperations,
  ...measurementOperations,
  ...memoryOperations,
  ...modelOperations,
  ...policyOperations,
  ...profileOperations,
  ...recallOperations,
  ...skillOperations,
  ...statusOperations,
  ...tenantOperations,
  ...traceOperations,
  ...usageOperations,
  ...webhookOperations,
});
