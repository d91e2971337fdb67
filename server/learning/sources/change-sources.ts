/** What people say about an agent's tools, and what follows for the changes that wait because of one. */
import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { AgentSources } from '../../domain/trust/agent-sources.ts';
import { becauseOf } from '../../domain/trust/because.ts';
import { OUTSIDE_PARTS, outsideTools, type ToolLists } from '../../domain/trust/tool-names.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { reviseHolds } from '../../skills/changesets/index.ts';
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
  const isOutside = outsideTools(trust);
  const tools = await sourceStore(tx, tenant).seenTools(agentId);
  return {
    trusted: [...trust.trusted],
    untrusted: [...trust.untrusted],
    defaults: [...OUTSIDE_PARTS],
    tools: tools.map(({ name, runs }) => {
      const trusted = !isOutside({ name, given: '' });
      return { name, runs, trusted };
    }),
  };
}

/** Replaces both lists. Policy decides anew on waiting changes that nothing but a now trusted tool held. */
export async function changeSources(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { agentId, ...lists }: ToolLists & { agentId: string },
): Promise<AgentSources> {
  return await runtime.db.write(async (tx) => {
    // Before the lists are read: what is learned meanwhile is stored before this, or learned anew.
    await lockLibrary(tx, tenant, agentId);
    const store = sourceStore(tx, tenant);
    const before = await store.lists(agentId);
    if (isDeepStrictEqual(before, lists)) return await toSources(runtime, tx, tenant, agentId);
    await store.setLists(agentId, lists, runtime.clock());
    const trust = await readTrust(runtime, tx, tenant, agentId);
    const decided = await reviseHolds(runtime, tx, tenant, {
      agentId,
      becauseOf: (sources) => becauseOf(sources, trust),
    });
    const resource = `agent:${agentId}` as const;
    const details = { before, after: lists, decided };
    await writeAudit(runtime, tx, { tenant, actor }, { action: 'sources.changed', resource, details });
    return await toSources(runtime, tx, tenant, agentId);
  });
}
