/** An agent's lists of tools as the interface shows and takes them. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { freeText } from '../fields.ts';

const MOST_PATTERNS = 500;

const patterns = (about: string) =>
  z
    .array(freeText().trim().min(1).max(200))
    .max(MOST_PATTERNS)
    .describe(`Names of tools, or patterns with \`*\` (any characters), in any case: ${about}`);

const lists = {
  trusted: patterns('policy may approve what their text teaches'),
  untrusted: patterns('what their text teaches waits for a person; these count before `trusted`'),
};

export const agentSourcesInSchema = z.object(lists).meta({ id: 'AgentSourcesIn' });

export const agentSourcesSchema = z
  .object({
    ...lists,
    defaults: z
      .array(z.string())
      .describe('Words of names by which a tool that no list has is taken to answer with text from outside'),
    tools: z
      .array(
        z.object({
          name: z.string(),
          runs: z.number().int().min(0).describe('Runs that called it and were reflected on'),
          trusted: z.boolean().describe('By the lists, else by the defaults'),
          decided_by: z
            .enum(['setting', 'list', 'default'])
            .describe('`setting`: the policy of the tenant, for every tool that no list has'),
          pattern: z.string().nullable().describe('The pattern that matched its name, null where none did'),
        }),
      )
      .describe('The tools that the agent called, those of most runs first'),
  })
  .meta({ id: 'AgentSources' });
export type AgentSources = CamelCased<typeof agentSourcesSchema>;
