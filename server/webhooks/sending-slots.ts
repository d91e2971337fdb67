/**
 * How many events one process sends at once: one for each tenant, and altogether half of what its worker does at once,
 * so that receivers which do not answer hold up neither learning nor other tenants.
 */
import type { Runtime } from '../platform/runtime.ts';

export interface SendingSlots {
  /** Takes a slot and returns how to give it back; null where none is free. */
  take(tenant: string): (() => void) | null;
}

export function sendingSlots(runtime: Runtime): SendingSlots {
  return runtime.once('webhooks.slots', () => createSlots(Math.ceil(runtime.config.worker.concurrency / 2)));
}

function createSlots(most: number): SendingSlots {
  const sending = new Set<string>();
  return {
    take(tenant) {
      if (sending.size >= most || sending.has(tenant)) return null;
      sending.add(tenant);
      return () => void sending.delete(tenant);
    },
  };
}
