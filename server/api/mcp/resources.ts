/**
 * Skills as resources, each the SKILL.md of one: those in use, the caller's agent's own and the shared ones.
 * The transport keeps no stream, so a client lists them again to see what changed.
 */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { notFound } from '../../platform/errors.ts';
import { listUsableSkills } from '../../skills/index.ts';
import { agentOf, type McpCaller } from './caller.ts';

const MARKDOWN = 'text/markdown';
const PAGE = 50;
const URI = /^skill:\/\/([^/?#]+)\/?$/;

export const RESOURCE_TEMPLATES: ListResourceTemplatesResult['resourceTemplates'] = [
  {
    uriTemplate: 'skill://{name}',
    name: 'skill',
    title: 'A skill',
    description: 'The SKILL.md of one skill: what was learned about one kind of task.',
    mimeType: MARKDOWN,
  },
];

/** A page of the skills, each name once. */
export async function listResources(
  caller: McpCaller,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { items, nextCursor } = await listUsableSkills(caller.runtime, caller.principal, {
    agentId: agentOf(caller),
    limit: PAGE,
    cursor: cursor ?? null,
  });
  const resources = items.map(({ name, description }) => ({
    ...{ uri: `skill://${name}`, name, description },
    mimeType: MARKDOWN,
  }));
  return { resources, ...(nextCursor === null ? {} : { nextCursor }) };
}

/** The SKILL.md that a URI names. Throws `not_found` for one of another form, agent or tenant. */
export async function readResource(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
  const ref = URI.exec(uri)?.[1];
  if (ref === undefined) throw notFound('resource');
  const text = await caller.call.exportSkill({ ref, agent_id: agentOf(caller) });
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
