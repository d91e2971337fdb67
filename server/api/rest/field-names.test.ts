/** Which fields of a body say whose knowledge it is about, and what becomes of a name that is nearly right. */
import { expect, it } from 'vitest';
import { describeGateway, type TestGateway } from '../../testing/test-gateway.ts';

const SETTINGS = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

describeGateway(
  'the fields of a body',
  (gateway) => {
    const post = async (path: string, body: unknown) => {
      const { status, json } = await gateway().call('POST', path, { body });
      return { status, json: json as Record<string, unknown> & { detail: Problem[] } };
    };

    it('keep a memory with its user where the user stands beside the scope', async () => {
      await post('/v1/memories', { content: 'Ann lives in Paris', user_id: 'ann', agent_id: 'flat' });
      expect(await recalledBy(gateway(), { agent_id: 'flat', user_id: 'bob' })).toEqual([]);
      expect(await recalledBy(gateway(), { agent_id: 'flat', user_id: 'ann' })).toEqual([
        'Ann lives in Paris',
      ]);
      const { json } = await gateway().call('GET', '/v1/memories?agent_id=flat');
      expect(json).toMatchObject([{ agent_id: 'flat', user_id: 'ann' }]);
    });

    it.each([
      ['/v1/recall', { query: 'x' }],
      ['/v1/episodes', { task: 'x' }],
      ['/v1/memories', { content: 'x' }],
      ['/v1/ask', { question: 'x' }],
    ])('refuse a scope that says two things: %s', async (path, body) => {
      const scope = { agent_id: 'a', user_id: 'ann' };
      const agent = await post(path, { ...body, scope, agent_id: 'b', user_id: 'ann' });
      expect([agent.status, agent.json.detail]).toMatchObject([
        422,
        [{ loc: ['body', 'agent_id'], type: 'scope_conflict' }],
      ]);
      const user = await post(path, { ...body, scope, agent_id: 'a', user_id: 'bob' });
      expect(user.json.detail).toMatchObject([{ loc: ['body', 'user_id'], type: 'scope_conflict' }]);
      expect((await post(path, { ...body, scope, agent_id: 'a', user_id: 'ann' })).status).not.toBe(422);
      expect((await post(path, { ...body, scope, user_id: null })).status).not.toBe(422);
    });

    it.each([
      ['/v1/memories', { content: 'x', userId: 'ann' }, ['userId'], 'user_id'],
      ['/v1/memories', { content: 'x', scope: { userid: 'ann' } }, ['scope', 'userid'], 'user_id'],
      ['/v1/recall', { query: 'x', sessionId: 's' }, ['sessionId'], 'session_id'],
      ['/v1/episodes:batch', [{}, { recallId: 'rc_1' }], [1, 'recallId'], 'recall_id'],
      ['/v1/memories', { content: 'x', agent: 'a' }, ['agent'], 'agent_id'],
      ['/v1/admin/api-keys', { name: 'x', scope: ['admin'] }, ['scope'], 'scopes'],
      [
        '/v1/skills',
        { name: 'a-b', description: 'x', bullets: [{ content: 'Do it well', keyword: [] }] },
        ['bullets', 0, 'keyword'],
        'keywords',
      ],
    ])('refuse a name that is nearly right and say which is meant: %s %j', async (path, body, at, meant) => {
      const { status, json } = await post(path, body);
      expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', ...at], type: 'unknown_field' }]]);
      expect(json.detail[0]?.msg).toContain(`\`${meant}\``);
    });

    it.each([
      ['/v1/memories?userId=ann', 'userId', 'user_id'],
      ['/v1/skills?agents=a&agentid=a', 'agentid', 'agent_id'],
    ])(
      'refuse a query parameter that is nearly right, and say which is meant: %s',
      async (path, at, meant) => {
        const { status, json } = await gateway().call('GET', path);
        expect([status, json]).toMatchObject([
          422,
          {
            detail: [
              { loc: ['query', at], msg: expect.stringContaining(`\`${meant}\``), type: 'unknown_field' },
            ],
          },
        ]);
        expect((await gateway().call('GET', `${path.split('?')[0]}?surprise=1&_=2`)).status).toBe(200);
      },
    );

    it.each([
      [
        '/v1/episodes',
        { task: 'x', score: 0.5, tag: 'x', surprise: 1, metadata: { userId: 'ann', Scope: 1 } },
      ],
      [
        '/v1/episodes',
        { tool_calls: [{ name: 'f', arguments: { Name: 1, contents: 2 }, id: 'c1', type: 'function' }] },
      ],
      [
        '/v1/episodes',
        {
          messages: [
            { role: 'user', content: 'x', name: 'ann', context: {} },
            { role: 'assistant', content: '', tool_calls: [], refusal: null, annotations: [], audio: null },
            { role: 'tool', content: 'x', tool_call_id: 'c1', id: 'm1', type: 'tool', usage: {} },
          ],
        },
      ],
    ])('are ignored where they mean something else: %s %j', async (path, body) => {
      expect((await post(path, body)).status).toBe(200);
    });

    it('are listed in the reply where they are ignored, but for those of messages and metadata', async () => {
      const messages = [{ role: 'user', content: 'x', surprise: 1 }];
      const known = { task: 'x', messages, metadata: { surprise: 1 } };
      expect((await post('/v1/episodes', known)).json).not.toHaveProperty('warnings');
      const unknown = await post('/v1/episodes', { ...known, surprise: 1, scope: { tenant: 'a' } });
      expect(unknown.json['warnings']).toEqual([
        'unknown field `surprise` is ignored',
        'unknown field `scope.tenant` is ignored',
      ]);
      const batch = await post('/v1/episodes:batch', [known, { ...known, surprise: 1 }]);
      expect(batch.json['warnings']).toEqual(['unknown field `1.surprise` is ignored']);
    });

    it('of an episode are refused where nothing happened in it', async () => {
      const { status, json } = await post('/v1/episodes', { outcome: 'success' });
      expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', 'task'], type: 'missing' }]]);
    });

    it('of an episode take a reward, which feedback outranks', async () => {
      const { json } = await post('/v1/episodes', { task: 'x', outcome: 'failure', reward: 0.75 });
      const read = async () => (await gateway().call('GET', `/v1/episodes/${json['episode_id']}`)).json;
      expect(await read()).toMatchObject({ reward: 0.75, reward_source: 'reported' });
      await post('/v1/feedback', { episode_id: json['episode_id'], score: 0.25 });
      expect(await read()).toMatchObject({ reward: 0.25, reward_source: 'feedback' });
      expect((await post('/v1/episodes', { task: 'x', reward: 2 })).status).toBe(422);
    });
  },
  SETTINGS,
);

async function recalledBy(gateway: TestGateway, whose: Record<string, string>): Promise<string[]> {
  const { json } = await gateway.call('POST', '/v1/recall', { body: { query: 'where Ann lives', ...whose } });
  return (json as { memories: { content: string }[] }).memories.map(({ content }) => content);
}
