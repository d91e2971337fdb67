/** Hostile and broken input: accepted as documented or refused with 422, never a 500, and nothing lost. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { describeGateway } from '../../testing/test-gateway.ts';

const SETTINGS = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

describeGateway(
  'bad input',
  (gateway) => {
    async function raw(
      path: string,
      body: string | Uint8Array<ArrayBuffer>,
    ): Promise<{ status: number; json: unknown }> {
      const response = await fetch(gateway().url + path, { method: 'POST', body });
      return { status: response.status, json: await response.json() };
    }

    const problem = (json: unknown) => (json as { detail: { loc: unknown; type: string }[] }).detail[0];

    it.each([
      ['truncated JSON', '{"task": "x"', { loc: ['body'], type: 'json_invalid' }],
      ['an array for an object', '[]', { loc: ['body'], type: 'object_type' }],
      [
        'deep nesting',
        `{"metadata":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        { loc: ['body'], type: 'json_invalid' },
      ],
      ['a text for a number', '{"duration_ms": "5"}', { loc: ['body', 'duration_ms'], type: 'number_type' }],
      [
        'NUL in an identifier',
        '{"session_id": "a\\u0000b"}',
        { loc: ['body', 'session_id'], type: 'value_error' },
      ],
      [
        'the shared agent in a learn body',
        '{"scope": {"agent_id": "*"}}',
        { loc: ['body', 'scope', 'agent_id'], type: 'string_pattern_mismatch' },
      ],
    ])('refuses %s in an episode with 422', async (_, body, expected) => {
      const { status, json } = await raw('/v1/episodes', body);
      expect(status).toBe(422);
      expect(problem(json)).toMatchObject(expected);
    });

    it.each(['/v1/episodes', '/v1/recall', '/v1/skills', '/v1/changesets/cs_1/amend'])(
      'refuses more keys than a body may have on every path that takes one: %j',
      async (path) => {
        const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1]));
        const body = JSON.stringify({ metadata: keys, query: 'x', ops: keys });
        const { status, json } = await raw(path, body);
        expect([path, status]).toEqual([path, 422]);
        expect(problem(json)).toMatchObject({ loc: ['body'], type: 'json_invalid' });
      },
    );

    it('refuses 100,001 characters of a query and accepts 100,000', async () => {
      expect((await raw('/v1/recall', JSON.stringify({ query: 'x'.repeat(100_001) }))).status).toBe(422);
      expect((await raw('/v1/recall', JSON.stringify({ query: 'x '.repeat(50_000) }))).status).toBe(200);
    });

    it('keeps NUL and lone surrogates of free text as U+FFFD, metadata included', async () => {
      const body =
        '{"task": "a\\u0000b\\ud800c", "session_id": "s-nul", "metadata": {"k\\u0000": ["v\\u0000"], "big": 1e999}}';
      expect((await raw('/v1/episodes', body)).status).toBe(200);
      const { json } = await gateway().call('GET', '/v1/episodes/latest?session_id=s-nul');
      expect(json).toMatchObject({ task: 'a\uFFFDb\uFFFDc', metadata: { 'k\uFFFD': ['v\uFFFD'] } });
    });

    it('ignores unknown fields and keeps names that are special to JavaScript', async () => {
      const body =
        '{"task": "x", "session_id": "s-proto", "surprise": 1, "metadata": {"__proto__": {"a": 1}, "constructor": 2}}';
      expect((await raw('/v1/episodes', body)).status).toBe(200);
      const { json, text } = await gateway().call('GET', '/v1/episodes/latest?session_id=s-proto');
      expect(text).not.toContain('surprise');
      expect(Object.keys((json as { metadata: object }).metadata)).toContain('constructor');
    });

    it('never answers 500, whatever JSON arrives at any endpoint that takes a body', async () => {
      const paths = [
        '/v1/recall',
        '/v1/episodes',
        '/v1/feedback',
        '/v1/ask',
        '/v1/memories',
        '/v1/skills',
        '/v1/skills/import',
        '/v1/changesets/x/review',
        '/v1/agents/a/replay',
        '/v1/admin/api-keys',
      ];
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), fc.json({ maxDepth: 4 }), async (path, body) => {
          expect((await raw(path, body)).status).not.toBe(500);
        }),
        { numRuns: cases(150) },
      );
    });

    it('never answers 500 for a path or query of any characters', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
          const part = encodeURIComponent(text.toWellFormed());
          for (const path of [
            `/v1/skills/${part}`,
            `/v1/episodes/${part}`,
            `/v1/changesets?status=${part}`,
            `/v1/memories?user_id=${part}`,
            `/v1/agents/${part}/insights`,
          ]) {
            const { status } = await gateway().call('GET', path);
            expect(status).toBeLessThan(500);
          }
        }),
        { numRuns: cases(40) },
      );
    });
  },
  SETTINGS,
);
