/** No refusal of any transport repeats a credential that was in the wrong place of a request. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLANTED_SECRETS } from '../../testing/log-secrecy.ts';
import { cases } from '../../testing/property.ts';
import { describeGateway } from '../../testing/test-gateway.ts';
import { answerTrpc } from '../trpc/handler.ts';

/** Requests that are refused for where the credential stands: as a value, a part of one, a name. */
const REFUSED: ((secret: string) => [method: string, path: string, body?: unknown])[] = [
  (secret) => ['POST', '/v1/episodes', { outcome: secret }],
  (secret) => ['POST', '/v1/episodes', { task: { password: secret } }],
  (secret) => ['POST', '/v1/episodes', { messages: [{ role: 5, content: secret }, secret] }],
  (secret) => ['POST', '/v1/episodes', { tool_calls: [{ name: { deep: [{ key: secret }] } }] }],
  (secret) => ['POST', '/v1/episodes', { scope: { agent_id: { [secret]: 1 } } }],
  (secret) => ['POST', '/v1/recall', { query: { text: secret } }],
  (secret) => ['POST', '/v1/feedback', { episode_id: 'ep_1', score: secret }],
  (secret) => ['POST', '/v1/skills', { name: secret, description: 'x', bullets: [] }],
  (secret) => ['POST', '/v1/skills', { name: 'x', description: 'x', bullets: [{ section: secret }] }],
  (secret) => ['POST', '/v1/changesets/cs_1/amend', { ops: [{ op: secret }] }],
  (secret) => ['POST', '/v1/admin/api-keys', { name: 'x', scopes: [secret] }],
  (secret) => ['GET', `/v1/changesets?status=${encodeURIComponent(secret)}`],
  (secret) => ['GET', `/v1/skills/${encodeURIComponent(secret)}`],
];

describeGateway('a refusal', (gateway) => {
  it.each(PLANTED_SECRETS)('does not repeat a credential: $kind', async (secret) => {
    for (const request of REFUSED) {
      const [method, path, body] = request(secret.text);
      const { status, text } = await gateway().call(method, path, { body });
      // Some names are taken, since they have the form of one.
      const repeats = status >= 400 && text.includes(secret.core);
      expect([path, status < 500, repeats]).toEqual([path, true, false]);
    }
    const tool = { name: 'recall', arguments: { query: { [secret.text]: secret.text }, [secret.text]: 1 } };
    const called = await gateway().call('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect([called.status, called.text.includes(secret.core)]).toEqual([200, false]);
    const input = encodeURIComponent(JSON.stringify({ id: [secret.text] }));
    const asked = new Request(`http://127.0.0.1:8080/api/trpc/changesets.detail?input=${input}`);
    const answered = await answerTrpc(gateway().runtime, asked);
    expect([answered.status, (await answered.text()).includes(secret.core)]).toEqual([422, false]);
    expect(JSON.stringify(gateway().runtime.lines)).not.toContain(secret.core);
  });

  it('does not repeat one wherever in a value it stands', async () => {
    const secrets = fc.constantFrom(...PLANTED_SECRETS);
    const words = fc.string({ maxLength: 12 });
    const places = fc.constantFrom('value', 'list', 'field', 'name', 'text');
    await fc.assert(
      fc.asyncProperty(secrets, words, places, async ({ text, core }, word, place) => {
        const outcome = {
          value: text,
          list: [word, [text]],
          field: { [word]: { [`${word} x`]: text } },
          name: { [text]: word },
          text: `${word} ${text} ${word}`,
        }[place];
        const reply = await gateway().call('POST', '/v1/episodes', { body: { outcome } });
        expect([reply.status, reply.text.includes(core)]).toEqual([422, false]);
      }),
      { numRuns: cases(60) },
    );
  });

  it('still shows what is harmless', async () => {
    const { json } = await gateway().call('POST', '/v1/episodes', { body: { outcome: 'won' } });
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'outcome'], input: 'won' }] });
  });
});
