/** What an API key that is bound to agents may do: only what concerns these agents alone. */
import { type OwnedNoun, ownerOf } from '../../admin/keys/index.ts';
import { cleanText, DEFAULT_AGENT, SHARED_AGENT } from '../../domain/fields.ts';
import type { Principal } from '../../domain/principal.ts';
import { boundKeyRefusal, requireAgents } from '../../platform/bound-agents.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * Which agents an operation concerns. `none`: no agent's data. `named`: those that the input names, else the default one.
 * `filtered`: the one that the input names, else all. `traces`: those of the traces, which the use case checks. Else the field
 * that holds the id of an agent's row: without it, or where a skill is named by its name, the input names the agent.
 */
export type ConcernedAgents =
  | 'none'
  | 'named'
  | 'filtered'
  | 'traces'
  | Partial<Readonly<Record<OwnedNoun, string>>>;

interface Concern {
  agents?: ConcernedAgents | undefined;
  method: string;
}

/**
 * Throws 403 where the principal is bound to agents and the request concerns another one, or the operation does not say which
 * ones. `input` is as it was sent. Shared skills may be read.
 */
export async function requireBoundAgents(
  { db }: Runtime,
  principal: Principal,
  { agents, method }: Concern,
  input: unknown,
): Promise<void> {
  const { tenant, agents: bound } = principal;
  if (bound === undefined || agents === 'none') return;
  if (agents === undefined) throw boundKeyRefusal(bound, 'this operation concerns all agents');
  const sent = isRecord(input) ? input : {};
  const found = typeof agents === 'object' ? await findOwners(db.read, tenant, { agents, sent }) : null;
  // What does not exist is a 404 of the operation.
  if (found?.length === 0) return;
  const named = found ?? agentsNamed(sent);
  if (named.length === 0 && agents === 'filtered')
    throw boundKeyRefusal(bound, 'name one of them in `agent_id`');
  const concerned = named.length === 0 && agents !== 'traces' ? [DEFAULT_AGENT] : named;
  requireAgents(
    principal,
    concerned.filter((agent) => method !== 'GET' || agent !== SHARED_AGENT),
  );
}

/** The agent of the row that the input names, none where there is no such row; null where it names no row. */
async function findOwners(
  read: Runtime['db']['read'],
  tenant: string,
  { agents, sent }: { agents: object; sent: Record<string, unknown> },
): Promise<string[] | null> {
  for (const [noun, path] of Object.entries(agents) as [OwnedNoun, string][]) {
    const id = path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : null), sent);
    if (typeof id !== 'string') continue;
    const owner = await ownerOf(read, tenant, { noun, id: cleanText(id) });
    if (owner !== null) return [owner];
    return noun === 'skill' ? null : [];
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The agents that a body names, or the entries of a batch, each of which means the default agent where it names none. */
function agentsNamed(sent: Record<string, unknown>): string[] {
  const batch = sent['episodes'] ?? sent['memories'];
  if (!Array.isArray(batch)) return agentsOf(sent);
  return batch.filter(isRecord).flatMap((entry) => {
    const named = agentsOf(entry);
    return named.length === 0 ? [DEFAULT_AGENT] : named;
  });
}

function agentsOf({ agent_id: own, scope, 'x-agent-id': header }: Record<string, unknown>): string[] {
  const inScope = isRecord(scope) ? scope['agent_id'] : null;
  return [own, inScope, header].filter((agent) => typeof agent === 'string');
}
