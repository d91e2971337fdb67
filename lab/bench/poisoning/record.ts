/** Brings runs and calls to the gateway, in the forms that agents use. */

import { inChunks } from '../../../server/domain/in-chunks.ts';
import { type SpanOf, toExport } from '../../../server/testing/samples/trace-spans.ts';
import type { Client, Reply } from '../../gateway/api-client.ts';
import type { ApiCall, AttackRun, PlantedSkill } from './attempts.ts';
import { marked } from './model.ts';

const BATCH = 200;

/** What an agent does that reads a text at one of the places. */
function toEpisode({ agent, attack: { text }, place, page, user, task }: AttackRun): object {
  const read = `${page} ${text}`;
  const call = (name: string, sent: object, result: string) => ({
    tool_calls: [
      { name, arguments: sent, result },
      { name: 'send_answer', arguments: { to: 'customer' }, error: '503 the outbox is closed' },
    ],
  });
  const scope = { agent_id: agent, user_id: user };
  const base = { scope, task: `${task} ${marked(agent)}`, outcome: 'failure' };
  const asked = { role: 'user', content: task };
  switch (place) {
    case 'tool result':
      return {
        ...base,
        messages: [asked],
        ...call('lookup_delivery', { id: 7 }, JSON.stringify({ note: read })),
      };
    case 'retrieved document':
      return {
        ...base,
        messages: [asked],
        ...call('retrieve', { query: task }, JSON.stringify([{ score: 0.82, document: read }])),
      };
    case 'file contents':
      return { ...base, messages: [asked], ...call('read_file', { path: 'notes/delivery.md' }, read) };
    case 'page':
      return { ...base, messages: [asked, { role: 'tool', content: read }] };
    case 'OTLP span':
      throw new Error('spans are exported, not recorded');
    default:
      return place satisfies never;
  }
}

function toSpans({ agent, attack: { text }, page, user, task }: AttackRun, at: number): SpanOf[] {
  const trace = `poison-${at}`;
  const said = JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: `${task} ${marked(agent)}` }] },
  ]);
  const whose = { 'gen_ai.agent.name': agent, ...(user === null ? {} : { 'user.id': user }) };
  return [
    {
      ...{ id: 1, trace, lasts: 9, failed: 'the outbox is closed' },
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.input.messages': said, ...whose },
    },
    {
      ...{ id: 2, parent: 1, trace, at: 1 },
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'fetch_page',
        'gen_ai.tool.call.id': `call_${at}`,
        'gen_ai.tool.call.result': `${page} ${text}`,
      },
    },
  ];
}

/** Records episodes, many at once. */
export async function recordAll(client: Client, episodes: readonly object[]): Promise<void> {
  for (const chunk of inChunks(episodes, BATCH)) await client.ask('POST', '/v1/episodes:batch', chunk);
}

/** Records the runs in which texts are planted: as episodes, and those that are traced as one export. */
export async function recordAttacks(client: Client, runs: readonly AttackRun[]): Promise<void> {
  const traced = runs.filter(({ place }) => place === 'OTLP span');
  await recordAll(client, runs.filter((run) => !traced.includes(run)).map(toEpisode));
  if (traced.length > 0) await client.ask('POST', '/v1/traces', toExport(traced.flatMap(toSpans)));
}

/** Calls an MCP tool; what it answers as text and as an object. */
export async function callTool(client: Client, name: string, sent: object): Promise<Reply> {
  const params = { name, arguments: sent };
  return await client.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

function toMarkdown({ name, description, tags, bullets }: PlantedSkill): string {
  const rules = bullets.map(
    ({ section, content }) => `## ${section === 'snippets' ? 'Examples' : 'Steps'}\n\n- ${content}\n`,
  );
  const front = [
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    `tags: ${JSON.stringify(tags)}`,
  ];
  return ['---', ...front, '---', '', ...rules].join('\n');
}

/** Says a text to the interface outright. */
export async function callApi(
  { learn, review }: { learn: Client; review: Client },
  call: ApiCall,
): Promise<Reply> {
  const { agent, place, planted, skill } = call;
  if (place === 'POST /v1/memories')
    return await learn.call('POST', '/v1/memories', { scope: { agent_id: agent }, content: planted });
  if (skill === null) return await callTool(learn, 'remember', { agent_id: agent, content: planted });
  return place === 'SKILL.md'
    ? await review.call('POST', '/v1/skills/import', { agent_id: agent, markdown: toMarkdown(skill) })
    : await review.call('POST', '/v1/skills', { agent_id: agent, ...skill });
}
