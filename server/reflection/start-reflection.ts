/**
 * Reflection on demand. Only a learning model can reflect, so where there is none, or no job to run it, the answer says
 * that nothing was queued and why, and episodes stay unreflected.
 */
import type { Runtime } from '../platform/runtime.ts';

/** Why nothing was queued. */
interface Skipped {
  status: 'skipped';
  reason: string;
}

/** Asks for reflection on an agent's unreflected episodes. */
export function startReflection(runtime: Runtime): Skipped & { kind: 'reflect' } {
  return { status: 'skipped', kind: 'reflect', reason: whyNot(runtime) };
}

/** Asks for reflection on stored episodes once more; `episodes` is how many were queued. */
export function replayEpisodes(runtime: Runtime): Skipped & { episodes: number } {
  return { status: 'skipped', episodes: 0, reason: whyNot(runtime) };
}

function whyNot(runtime: Runtime): string {
  return runtime.config.model.provider === 'none'
    ? 'no learning model is configured'
    : 'this version does not run reflection';
}
