import { AGENT_ID } from '../../server/domain/agent-id.ts';
import type { Scope } from '../shell/viewer.ts';

export type ReadAgents = { ids: string[] } | { fault: string };

/** The agents that a text names, separated by commas or spaces; none means all. */
export function readAgents(text: string, scopes: readonly Scope[]): ReadAgents {
  const ids = text.split(/[\s,]+/).filter((id) => id !== '');
  const wrong = ids.find((id) => !AGENT_ID.test(id));
  if (wrong !== undefined) return { fault: `“${wrong}” is not a valid agent id` };
  if (ids.length > 0 && scopes.includes('admin'))
    return { fault: 'A key with the scope admin cannot be bound' };
  return { ids };
}
