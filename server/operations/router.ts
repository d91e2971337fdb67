/** Every REST operation in one router: what the dispatcher serves and what the OpenAPI document lists. */
import { auditOperations } from './audit.ts';
import { router } from './operation.ts';

export const appRouter = router({
  ...auditOperations,
});

export type AppRouter = typeof appRouter;
