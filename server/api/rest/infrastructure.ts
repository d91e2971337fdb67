/** Health, readiness and metrics: open to whoever reaches the port, so they tell nothing of any tenant. */

import { DatabaseUnavailable, isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { type GatewayReply, jsonReply } from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/error-fields.ts';
import type { Runtime } from '../../platform/runtime.ts';

const READY_TIMEOUT_MS = 5000;

/** The process is alive; the database is not touched. */
export function healthReply(): GatewayReply {
  return jsonReply(200, { status: 'ok' });
}

/** Whether the gateway may be used: a trivial query answers in time, writes succeed, the process is not on its way out. */
export async function readyReply(runtime: Runtime): Promise<GatewayReply> {
  try {
    await withinTime(runtime.db.ping(), READY_TIMEOUT_MS);
    return jsonReply(200, { status: 'ready' });
  } catch (error) {
    if (isDatabaseUnavailable(error)) return errorReply(error, runtime.log);
    runtime.log.warn('ready.failed', errorFields(error));
    return errorReply(new DatabaseUnavailable('unreachable', error), runtime.log);
  }
}

/** The process's metrics as Prometheus text. */
export async function metricsReply(runtime: Runtime): Promise<GatewayReply> {
  const { registry } = runtime.metrics;
  return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() };
}

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
