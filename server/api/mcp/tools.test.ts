/** What the tools take and tell, as an agent meets them. */
import { expect, it } from 'vitest';
import { callTool, mcpClient } from '../../testing/mcp-client.ts';
import { describeGateway } from '../../testing/test-gateway.ts';

const SETTINGS = {
  SERVICE_HOLDOUT_RATE: '0',
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
};

describeGateway(
  'the tools',
  (gateway) => {
    const client = async (headers: Record<string, string> = {}) => await mcpClient(gateway(), headers);
    const author = async (body: Record<string, unknown>) => {
      const { status } = await gateway().call('POST', '/v1/skills', { body });
      expect(status).toBe(200);
    };

    it('have none that records where a hook does, so that a run is one episode', async () => {
      const hooked = await client({ 'x-recorded-by': 'hook' });
      const names = (await hooked.listTools()).tools.map(({ name }) => name);
      expect([names.includes('recall'), names.includes('record')]).toEqual([true, false]);
      expect(hooked.getInstructions()).not.toContain('`record`');
      const known = await callTool(hooked, 'recall', { query: 'Bind a book', agent_id: 'hooked' });
      expect(known.texts.join()).not.toContain('record');
      const refused = await callTool(hooked, 'record', { task: 'Bind a book', agent_id: 'hooked' });
      expect([refused.isError, refused.texts]).toEqual([
        true,
        ['a hook records this session, so there is nothing to record here'],
      ]);
      const { json } = await gateway().call('GET', '/v1/episodes?agent_id=hooked');
      expect(json).toEqual([]);
    });

    it('take all that they list, and what they list of a run', async () => {
      const run = {
        task: 'Bind a book',
        outcome: 'partial',
        recall_id: 'rc_unknown',
        messages: [{ role: 'user', content: 'Bind it' }],
        tool_calls: [{ name: 'press', arguments: '{"pages":3}', result: 'pressed', error: 'too hot' }],
        verification: { passed: true, details: 'read', source: 'me' },
        error: 'late',
        session_id: 's',
        duration_ms: 5,
        skills_loaded: ['bind-book'],
        framework: 'none',
        model: 'm-1',
        idempotency_key: 'listed',
        metadata: { usage: { input_tokens: 1, output_tokens: 2 } },
        agent_id: 'binder',
        user_id: 'u',
      };
      const { tools } = await (await client()).listTools();
      const listed = tools.find(({ name }) => name === 'record')?.inputSchema.properties ?? {};
      expect(Object.keys(run).toSorted()).toEqual(Object.keys(listed).toSorted());
      const recorded = await callTool(await client(), 'record', run);
      expect([recorded.isError, recorded.texts.join()]).toEqual([false, expect.any(String)]);
      const { json } = await gateway().call('GET', `/v1/episodes/${String(recorded.structured?.episode_id)}`);
      expect(json).toMatchObject({
        agent_id: 'binder',
        tool_calls: [{ name: 'press', arguments: '{"pages":3}', error: 'too hot' }],
        verification: { passed: true },
        model: 'm-1',
        metadata: { usage: { input_tokens: 1 } },
      });
    });

    it('take null for an argument as one that is left out', async () => {
      const { tools } = await (await client()).listTools();
      for (const { name, inputSchema } of tools) {
        const optional = Object.keys(inputSchema.properties ?? {}).filter(
          (field) => !inputSchema.required?.includes(field),
        );
        const nulls = Object.fromEntries(optional.map((field) => [field, null]));
        const [bare, sent] = [
          await callTool(await client(), name, {}),
          await callTool(await client(), name, nulls),
        ];
        expect([name, sent.isError, sent.isError ? sent.texts : []]).toEqual([
          name,
          bare.isError,
          bare.isError ? bare.texts : [],
        ]);
      }
    });

    it('belong to the agent of the header where no argument names one', async () => {
      const scribe = await client({ 'x-agent-id': 'scribe' });
      const content = 'The archive closes at noon.';
      expect((await callTool(scribe, 'remember', { content })).isError).toBe(false);
      const { json } = await gateway().call('GET', '/v1/memories?agent_id=scribe');
      expect(json).toMatchObject([{ agent_id: 'scribe', content }]);
      const recalled = await callTool(scribe, 'recall', { query: 'archive', agent_id: 'scribe' });
      expect(recalled.texts[0]).toContain(content);
      const recorded = await callTool(scribe, 'record', { task: 'x', scope: { user_id: 'u' } });
      const episode = await gateway().call('GET', `/v1/episodes/${String(recorded.structured?.episode_id)}`);
      expect(episode.json).toMatchObject({ agent_id: 'scribe', user_id: 'u' });
      await author({ agent_id: 'scribe', name: 'file-letters', description: 'How letters are filed' });
      expect((await callTool(scribe, 'get_skill', { ref: 'file-letters' })).isError).toBe(false);
      const listed = await callTool(scribe, 'list_skills');
      expect(JSON.stringify(listed.structured)).toContain('file-letters');
    });

    it('refuse an agent that is another than the header says, and a header that names none', async () => {
      const scribe = await client({ 'x-agent-id': 'scribe' });
      const calls: [string, Record<string, unknown>][] = [
        ['recall', { query: 'x', agent_id: 'clerk' }],
        ['record', { task: 'x', agent_id: 'clerk' }],
        ['record', { task: 'x', scope: { agent_id: 'clerk' } }],
        ['remember', { content: 'x', agent_id: 'clerk' }],
        ['ask', { question: 'x', agent_id: 'clerk' }],
        ['list_skills', { agent_id: 'clerk' }],
        ['get_skill', { ref: 'x', agent_id: 'clerk' }],
      ];
      for (const [name, args] of calls) {
        const { isError, texts } = await callTool(scribe, name, args);
        expect([name, isError, texts.join()]).toEqual([
          name,
          true,
          'the argument agent_id is `clerk` and the header X-Agent-Id is `scribe`: leave out one of them',
        ]);
      }
      const nobody = await callTool(await client({ 'x-agent-id': 'two words' }), 'recall', { query: 'x' });
      expect([nobody.isError, nobody.texts.join()]).toEqual([true, expect.stringContaining('X-Agent-Id')]);
    });
  },
  SETTINGS,
);
