/** Keeps a key that is bound to agents from acting for others. */
import type { Principal } from '../domain/principal.ts';
import { ServiceError } from './errors.ts';

export function boundKeyRefusal(bound: ReadonlySet<string>, why: string): ServiceError {
  return new ServiceError('forbidden', `this key is bound to the agents ${[...bound].join(', ')}: ${why}`);
}

/** Throws 403 where the principal is bound to agents and not to all of `agents`. */
export function requireAgents({ agents: bound }: Pick<Principal, 'agents'>, agents: readonly string[]): void {
  const other = bound === undefined ? undefined : agents.find((agent) => !bound.has(agent));
  if (bound !== undefined && other !== undefined)
    throw boundKeyRefusal(bound, `it may not act for the agent ${other}`);
}
