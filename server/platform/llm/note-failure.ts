/** Failures of the learning model for the operator: counted by cause, and logged when they begin and when they end. */

import { faultMessage } from '../../domain/admin/learning-fault.ts';
import { explainModelFault } from '../../domain/admin/model-fault.ts';
import type { Runtime } from '../runtime.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from './model-errors.ts';

/** Tenants whose last question failed in this process. */
const failingTenants = (runtime: Runtime) => runtime.once('llm.failing', () => new Set<string>());

/** Counts what a question failed with; errors that are not the model's are left out. */
export function noteModelFailure(runtime: Runtime, tenant: string, error: unknown): void {
  const isFault = isModelUnavailable(error) || isModelUnusable(error);
  if (!isFault && !isOverBudget(error)) return;
  const { cause } = explainModelFault(error.message);
  runtime.metrics.llmFailures.inc({ cause });
  const failing = failingTenants(runtime);
  if (!isFault || failing.has(tenant)) return;
  failing.add(tenant);
  runtime.log.warn('llm.fault_began', { tenant, cause, reason: faultMessage(error.message) });
}

/** Notes that the model answers. */
export function noteModelAnswer(runtime: Runtime, tenant: string): void {
  if (failingTenants(runtime).delete(tenant)) runtime.log.info('llm.fault_ended', { tenant });
}
