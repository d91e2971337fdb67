/** Every REST operation in one router: what the dispatcher serves and what the OpenAPI document lists. */
import { agentsOperations } from './agents.ts';
import { askOperations } from './ask.ts';
import { auditOperations } from './audit.ts';
import { changesetOperations } from './changesets.ts';
import { episodesOperations } from './episodes.ts';
import { erasureOperations } from './erasure.ts';
import { feedbackOperations } from './feedback.ts';
import { insightsOperations } from './insights.ts';
import { keyOperations } from './keys.ts';
import { memoryOperations } from './memories.ts';
import { router } from './operation.ts';
import { profileOperations } from './profiles.ts';
import { recallOperations } from './recall.ts';
import { skillOperations } from './skills.ts';
import { traceOperations } from './traces.ts';
import { usageOperations } from './usage.ts';

export const appRouter = router({
  ...agentsOperations,
  ...askOperations,
  ...auditOperations,
  ...changesetOperations,
  ...episodesOperations,
  ...erasureOperations,
  ...feedbackOperations,
  ...insightsOperations,
  ...keyOperations,
  ...memoryOperations,
  ...profileOperations,
  ...recallOperations,
  ...skillOperations,
  ...traceOperations,
  ...usageOperations,
});
