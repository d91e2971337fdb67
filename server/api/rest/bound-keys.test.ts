/** Keys that are bound to agents: what they may do, by REST, MCP and traces, and nothing beside it. */
import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { callTool, mcpClient } from '../../testing/mcp-client.ts';
import { aRun, toExport } from '../../testing/samples/trace-spans.ts';
import { describeGateway, TEST_BOOTSTRAP_KEY } from '../../testing/test-gateway.ts';

const SETTINGS = { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY, SERVICE_RATE_LIMIT_PER_MINUTE: '0' };

let tenants = 0;

describeGateway(
  'a key that is bound to agents',
  (gateway) => {
    /** A tenant with a key that is bound to `billing`; `send` calls with it, `operate` as the operator. */
    async function setUp(scopes = ['learn', 'review']) {
      tenants += 1;
      const tenant = `t${tenants}`;
      const caller =
        (headers: Record<string, string>) =>
        async (method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> =>
          await gateway().call(method, path, { headers, ...(body === undefined ? {} : { body }) });
      const operate = caller({ authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': tenant });
      const created = await operate('POST', '/v1/admin/api-keys', { name: 'b', scopes, agents: ['billing'] });
      const { id, key } = created.json as { id: string; key: string };
      const authorization = `Bearer ${key}`;
      return { tenant, operate, id, authorization, send: caller({ authorization }) };
    }
    const refusal = (why: string) => ({
      status: 403,
      json: { detail: `this key is bound to the agents billing: ${why}` },
    });
    const scope = (agent_id: string) => ({ scope: { agent_id } });

    it('acts for them, and for no other however it is named', async () => {
      const { send } = await setUp();
      expect(await send('POST', '/v1/recall', { query: 'x', ...scope('billing') })).toMatchObject({
        status: 200,
      });
      const other = refusal('it may not act for the agent support');
      expect(await send('POST', '/v1/recall', { query: 'x', ...scope('support') })).toMatchObject(other);
      expect(await send('POST', '/v1/recall', { query: 'x', agent_id: 'support' })).toMatchObject(other);
      expect(await send('POST', '/v1/ask', { question: 'x' })).toMatchObject(
        refusal('it may not act for the agent default'),
      );
      expect(await send('GET', '/v1/episodes')).toMatchObject(refusal('name one of them in `agent_id`'));
      expect((await send('GET', '/v1/episodes?agent_id=billing')).status).toBe(200);
      expect((await send('GET', '/v1/agents/billing/insights')).status).toBe(200);
    });

    it('stores nothing of a batch or an export in which one run is another agent’s', async () => {
      const { tenant, send } = await setUp();
      expect((await send('POST', '/v1/episodes:batch', [scope('billing'), {}])).status).toBe(403);
      expect((await send('POST', '/v1/traces', toExport(aRun('foreign')))).status).toBe(403);
      const { read } = gateway().runtime.db;
      expect(await clientOf(read).episode.count({ where: { tenant } })).toBe(0);
      const own = aRun('own').map((span) => ({
        ...span,
        attributes: { ...span.attributes, 'gen_ai.agent.name': 'billing' },
      }));
      expect((await send('POST', '/v1/traces', toExport(own))).json).toMatchObject({ accepted: 1 });
    });

    it('reaches no run, recall or change of another agent by its id, and says that an unknown one is unknown', async () => {
      const { operate, send } = await setUp();
      const recalled = await operate('POST', '/v1/recall', { query: 'x' });
      const { recall_id } = recalled.json as { recall_id: string };
      const recorded = await operate('POST', '/v1/episodes', { task: 'x', recall_id, outcome: 'success' });
      const { episode_id } = recorded.json as { episode_id: string };
      const other = refusal('it may not act for the agent default');
      expect(await send('GET', `/v1/episodes/${episode_id}`)).toMatchObject(other);
      for (const named of [{ episode_id }, { recall_id }])
        expect(await send('POST', '/v1/feedback', { ...named, score: 0 })).toMatchObject(other);
      const moment = { recall_id, tool: { name: 'rm', arguments: {} } };
      expect(await send('POST', '/v1/recall', { ...scope('billing'), moment })).toMatchObject(other);
      expect((await send('GET', '/v1/episodes/ep_unknown')).status).toBe(404);
    });

    it('reads shared skills, and changes none', async () => {
      const { operate, send } = await setUp();
      const skill = {
        name: 'refunds',
        description: 'Refund an order',
        bullets: [{ content: 'Ask for the id' }],
      };
      const shared = await operate('POST', '/v1/skills', { ...skill, agent_id: '*' });
      const { skill_id } = shared.json as { skill_id: string };
      await operate('POST', '/v1/skills', { ...skill, name: 'own' });
      expect((await send('GET', `/v1/skills/${skill_id}`)).status).toBe(200);
      expect((await send('GET', '/v1/skills/refunds?agent_id=billing')).status).toBe(200);
      expect((await send('GET', '/v1/skills/own')).status).toBe(403);
      expect((await send('POST', `/v1/skills/${skill_id}/pin`, {})).status).toBe(403);
      expect((await send('POST', '/v1/skills', { ...skill, agent_id: '*' })).status).toBe(403);
    });

    it('is refused by tools too, which act for it by the header', async () => {
      const { authorization } = await setUp();
      const client = await mcpClient(gateway(), { authorization, 'x-agent-id': 'billing' });
      expect(await callTool(client, 'recall', { query: 'x' })).toMatchObject({ isError: false });
      expect(await callTool(client, 'list_skills')).toMatchObject({ isError: false });
      await client.close();
      const stranger = await mcpClient(gateway(), { authorization });
      for (const [tool, input] of [
        ['recall', { query: 'x' }],
        ['list_skills', {}],
        ['record', { task: 'x', outcome: 'success' }],
      ] as const) {
        const { isError, texts } = await callTool(stranger, tool, input);
        expect([isError, texts[0]]).toEqual([true, expect.stringContaining('bound to the agents billing')]);
      }
      await stranger.close();
    });

    it('is listed and bound anew, which is audited, and cannot be an administrator’s', async () => {
      const { operate, send, id } = await setUp();
      expect((await operate('GET', '/v1/admin/api-keys')).json).toMatchObject([{ id, agents: ['billing'] }]);
      const path = `/v1/admin/api-keys/${id}/agents`;
      expect((await operate('PUT', path, { agents: ['support', 'billing', 'support'] })).status).toBe(204);
      expect((await send('GET', '/v1/memories?agent_id=support')).status).toBe(200);
      expect((await operate('GET', '/v1/admin/audit')).json).toMatchObject([
        {
          action: 'apikey.bound',
          resource: `apikey:${id}`,
          details: { agents: ['billing', 'support'], before: ['billing'] },
        },
        { action: 'apikey.created', details: { agents: ['billing'] } },
      ]);
      expect((await operate('PUT', path, { agents: [] })).status).toBe(204);
      expect((await send('GET', '/v1/memories')).status).toBe(200);
      const admin = { name: 'a', scopes: ['admin'], agents: ['billing'] };
      expect((await operate('POST', '/v1/admin/api-keys', admin)).status).toBe(422);
    });
  },
  SETTINGS,
);
