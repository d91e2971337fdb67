/** What people say about an agent's tools, and what follows for the changes that wait because of one. */
import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { AgentSources } from '../../domain/trust/agent-sources.ts';
import { becauseOf } from '../../domain/trust/because.ts';
import { explainTools, listTool, OUTSIDE_PARTS, type ToolLists } from '../../domain/trust/tool-names.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { previewHolds, reviseHolds } from '../../skills/changesets/index.ts';
import { lockLibrary } from '../../skills/library/index.ts';
import { readTrust } from './read-trust.ts';
import { sourceStore } from './store.ts';

export async function readSources(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<AgentSources> {
  return await toSources(runtime, runtime.db.read, tenant, agentId);
}

async function toSources(runtime: Runtime, tx: Tx, tenant: string, agentId: string): Promise<AgentSources> {
  const trust = await readTrust(runtime, tx, tenant, agentId);
  const explain = explainTools(trust);
  const tools = await sourceStore(tx, tenant).seenTools(agentId);
  return {
    trusted: [...trust.trusted],
    untrusted: [...trust.untrusted],
    defaults: [...OUTSIDE_PARTS],
    tools: tools.map((tool) => ({ ...tool, ...explain(tool.name) })),
  };
}

/** Replaces both lists. Policy decides anew on waiting changes that nothing but a now trusted tool held. */
export async function changeSources(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { agentId, ...lists }: ToolLists & { agentId: string },
): Promise<AgentSources> {
  return await runtime.db.write(async (tx) => {
    await replaceLists(runtime, tx, { tenant, actor }, { agentId, change: () => lists });
    return await toSources(runtime, tx, tenant, agentId);
  });
}

interface ToolChoice {
  readonly agentId: string;
  readonly tool: string;
}

/**
 * Lists one tool of an agent as trusted or not, beside what the lists say of others; how many waiting changes policy decided.
 * Conflict where an own pattern says the opposite of all such names.
 */
export async function trustTool(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { agentId, tool, trusted }: ToolChoice & { trusted: boolean },
): Promise<{ decided: number }> {
  return await runtime.db.write(async (tx) => {
    const { mode } = await readTrust(runtime, tx, tenant, agentId);
    const change = (before: ToolLists) => {
      const lists = listTool({ ...before, mode }, tool, trusted);
      const { pattern, trusted: isTrusted } = explainTools({ ...lists, mode })(tool);
      if (isTrusted !== trusted) throw new ServiceError('conflict', refusalText(tool, pattern));
      return lists;
    };
    return { decided: await replaceLists(runtime, tx, { tenant, actor }, { agentId, change }) };
  });
}

function refusalText(tool: string, pattern: string | null): string {
  return pattern === null
    ? `the policy of this tenant decides on ${tool}`
    : `the pattern ${pattern} in the list of untrusted tools has ${tool}`;
}

/**
 * What trusting a tool would do: how many waiting changes nothing else holds as a source, and how many of them policy would
 * approve. `refusal` says why it cannot be trusted by its name.
 */
export async function previewTrust(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, tool }: ToolChoice,
): Promise<{ decides: number; approves: number; refusal: string | null }> {
  const tx = runtime.db.read;
  const trust = await readTrust(runtime, tx, tenant, agentId);
  const lists = listTool(trust, tool, true);
  const { trusted, pattern } = explainTools({ ...lists, mode: trust.mode })(tool);
  const preview = await previewHolds(runtime, tx, tenant, {
    agentId,
    source: { kind: 'tool', name: tool },
    becauseOf: (sources) => becauseOf(sources, { ...trust, ...lists }),
  });
  return { ...preview, refusal: trusted ? null : refusalText(tool, pattern) };
}

/** Replaces the lists by what `change` makes of them; how many waiting changes policy decided. */
async function replaceLists(
  runtime: Runtime,
  tx: Tx,
  { tenant, actor }: Pick<Principal, 'tenant' | 'actor'>,
  { agentId, change }: { agentId: string; change: (before: ToolLists) => ToolLists },
): Promise<number> {
  // Before the lists are read: what is learned meanwhile is stored before this, or learned anew.
  await lockLibrary(tx, tenant, agentId);
  const store = sourceStore(tx, tenant);
  const before = await store.lists(agentId);
  const after = change(before);
  if (isDeepStrictEqual(before, after)) return 0;
  await store.setLists(agentId, after, runtime.clock());
  const trust = await readTrust(runtime, tx, tenant, agentId);
  const decided = await reviseHolds(runtime, tx, tenant, {
    agentId,
    becauseOf: (sources) => becauseOf(sources, trust),
  });
  const resource = `agent:${agentId}` as const;
  const details = { before, after, decided };
  await writeAudit(runtime, tx, { tenant, actor }, { action: 'sources.changed', resource, details });
  return decided;
}
