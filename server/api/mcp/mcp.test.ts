/** The tools as agents use them, by the SDK's client; `conformance.test.ts` has other programs use them. */
import { expect, it } from 'vitest';
import { callTool, mcpClient } from '../../testing/mcp-client.ts';
import { describeGateway, TEST_BOOTSTRAP_KEY, type TestGateway } from '../../testing/test-gateway.ts';
import { answerMcp } from './handler.ts';

const ORIGIN = 'https://agents.example';
const SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_CORS_ORIGINS: JSON.stringify([ORIGIN]),
};
const OPERATOR = { authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`, 'x-tenant-id': 'acme' };
const ACCEPT = { accept: 'application/json, text/event-stream' };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const _NAMES = ['ask', 'before_tool', 'feedback', 'get_skill', 'list_skills', 'recall', 'record', 'remember'];

async function newKey(gateway: TestGateway, scopes: string[]): Promise<Record<string, string>> {
  const made = await gateway.call('POST', '/v1/admin/api-keys', {
    body: { name: 'agent', scopes },
    headers: OPERATOR,
  });
  return { authorization: `Bearer ${(made.json as { key: string }).key}` };
}

describeGateway(
  'MCP',
  (gateway) => {
    it('closes the loop: recall, record, feedback, remember, as REST does', async () => {
      const client = await mcpClient(gateway(), await newKey(gateway(), ['learn']));
      const who = { agent_id: 'mcp-loop', user_id: 'u1' };
      const added = await callTool(client, 'remember', { ...who, content: 'The user writes in Dutch.' });
      expect(added.structured).toMatchObject({ action: 'add', status: 'active' });
      const recalled = await callTool(client, 'recall', {
        ...who,
        query: 'which language does the user write',
      });
      const { instructions, recall_id: recallId } = recalled.structured ?? {};
      expect(recalled.texts[0]).toBe(instructions);
      expect(recalled.texts[0]).toContain('The user writes in Dutch.');
      const recorded = await callTool(client, 'record', {
        ...who,
        recall_id: recallId,
        task: 'answer the user',
        outcome: 'success',
      });
      const episodeId = String(recorded.structured?.episode_id);
      const judged = await callTool(client, 'feedback', { episode_id: episodeId, score: 0.25 });
      expect(judged.structured).toMatchObject({ episode_id: episodeId, reward: 0.25 });
      const rest = await gateway().call('GET', `/v1/episodes/${episodeId}`, { headers: OPERATOR });
      expect(rest.json).toMatchObject({ agent_id: 'mcp-loop', user_id: 'u1', recall_id: recallId });
    });

    it('says before which calls a model asks again, and what applies to them', async () => {
      const learn = await newKey(gateway(), ['learn']);
      const client = await mcpClient(gateway(), learn);
      const bullets = [
        { content: 'Push to a branch.', applies_when: [{ command: 'git push*' }] },
        { content: 'Ask the owner.', applies_when: [{ path: 'migrations/**' }], blocks: true },
      ];
      const skill = { agent_id: 'mcp-moment', name: 'release', description: 'Release the shop', bullets };
      await gateway().call('POST', '/v1/skills', { headers: OPERATOR, body: skill });
      const known = await callTool(client, 'recall', { agent_id: 'mcp-moment', query: 'Release the shop' });
      expect(known.texts.at(-1)).toContain('"git push*"');
      const before = async (tool: string, input: object) => {
        const { recall_id } = known.structured ?? {};
        return (await callTool(client, 'before_tool', { recall_id, tool, arguments: JSON.stringify(input) }))
          .texts;
      };
      expect((await before('Bash', { command: 'git push' })).join()).toContain('Push to a branch.');
      expect(await before('Bash', { command: 'git push' })).toEqual(['No rule applies to this call.']);
      const [rule, ask] = await before('Edit', { path: 'migrations/1.sql' });
      expect(rule).toContain('Ask the owner.');
      expect(ask).toContain('Ask the user');
      const other = await callTool(client, 'before_tool', { recall_id: 'rc_other', tool: 'Bash' });
      expect(other.isError).toBe(true);
    });

    it('tells of every fault as the result of the tool', async () => {
      const learn = await newKey(gateway(), ['learn']);
      const review = await newKey(gateway(), ['review']);
      const faults: [Record<string, string>, string, Record<string, unknown>, string][] = [
        [{}, 'recall', { query: 'x' }, 'missing bearer token'],
        [{ authorization: 'Bearer service_wrong' }, 'recall', { query: 'x' }, 'invalid api key'],
        [review, 'recall', { query: 'x' }, "missing scope 'learn'"],
        [learn, 'recall', { query: 5 }, 'expected string'],
        [learn, 'record', { outcome: 'splendid' }, 'outcome'],
        [learn, 'get_skill', { ref: 'no-such-skill' }, 'skill not found'],
        [learn, 'feedback', { episode_id: 'ep_none', score: 1 }, 'episode not found'],
        [learn, 'launch', {}, 'tool not found'],
        [learn, 'ask', { question: 'anything?' }, 'try again in 30 s'],
      ];
      for (const [headers, name, args, text] of faults) {
        const { isError, texts } = await callTool(await mcpClient(gateway(), headers), name, args);
        expect({ name, isError, texts: texts.join() }).toMatchObject({
          name,
          isError: true,
          texts: expect.stringContaining(text) as string,
        });
      }
    });

    it('refuses a foreign Host and a foreign Origin before anything else, and sessions it does not keep', async () => {
      const post = async (headers: Record<string, string>) =>
        (await gateway().call('POST', '/mcp', { body: PING, headers: { ...ACCEPT, ...headers } })).status;
      expect(await post({})).toBe(200);
      const rebound = await answerMcp(gateway().runtime, {
        ...{ method: 'POST', target: '/mcp', clientAddress: '127.0.0.1', signal: AbortSignal.any([]) },
        header: (name) => (name === 'host' ? 'evil.example' : undefined),
        body: () => Promise.resolve(Buffer.from('')),
      });
      expect(await post({ origin: ORIGIN })).toBe(200);
      expect(await post({ origin: 'https://evil.example' })).toBe(403);
      const foreign = { body: PING, headers: { ...ACCEPT, origin: 'https://evil.example' } };
      const refused = await gateway().call('POST', '/mcp', foreign);
      expect(refused.json).toEqual({ detail: 'Invalid Origin header' });
      expect([rebound?.status, rebound?.body]).toEqual([421, '{"detail":"Invalid Host header"}']);
      expect((await gateway().call('OPTIONS', '/mcp', { headers: preflight(ORIGIN) })).status).toBe(204);
    });

    it('is answered where a client accepts one of the two types', async () => {
      for (const [accept, status] of [
        ['application/json', 200],
        ['text/event-stream', 200],
        ['*/*', 200],
        ['text/html', 406],
      ] as const) {
        const sent = await gateway().call('POST', '/mcp', { body: PING, headers: { accept } });
        expect([accept, sent.status]).toEqual([accept, status]);
      }
    });

    it('answers what is not valid JSON, nested without end, or too large without losing its footing', async () => {
      const send = async (body: string) => {
        const response = await fetch(`${gateway().url}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...ACCEPT },
          body,
        });
        return response.status;
      };
      expect(await send('{')).toBe(400);
      expect(await send('')).toBe(400);
      expect(await send(`{"a":${'['.repeat(200_000)}`)).toBe(400);
      expect(await send('5')).toBe(400);
      expect(await send(JSON.stringify(new Array(51).fill(PING)))).toBe(400);
      expect(await send(JSON.stringify(new Array(50).fill(PING)))).toBe(200);
      expect(await send(JSON.stringify('x'.repeat(5_000_000)))).toBe(413);
    });
  },
  SETTINGS,
);

function preflight(origin: string): Record<string, string> {
  return { origin, 'access-control-request-method': 'POST' };
}
