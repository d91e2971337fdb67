/** What a process prints of itself beside what it counts. */
import { describe, expect, it } from 'vitest';
import { knowledgeOf } from '../../knowledge/index.ts';
import { describeGatewayOnBoth } from '../../testing/test-gateway.ts';
import { frameworkLabel } from './metrics.ts';

describeGatewayOnBoth('GET /metrics', (gateway, dialect) => {
  const print = async () => (await gateway().call('GET', '/metrics')).text;

  it('has the use of the pool where there is one', async () => {
    const use = await gateway().runtime.db.write(print);
    const lines = use.split('\n').filter((line) => line.startsWith('service_db_pool_'));
    const onPostgresql = [
      'service_db_pool_connections_max 24',
      'service_db_pool_pending_requests 0',
      expect.stringMatching(/^service_db_pool_connections\{state="idle"\} \d+$/),
      'service_db_pool_connections{state="used"} 1',
    ];
    expect(lines).toEqual(dialect === 'sqlite' ? [] : onPostgresql);
  });

  it('has the bytes of the knowledge in memory, and how often some of it was evicted', async () => {
    const cachedBytes = async () =>
      Number(/^service_knowledge_cache_bytes (\d+)$/m.exec(await print())?.[1] ?? Number.NaN);
    const before = await cachedBytes();
    await knowledgeOf(gateway().runtime).skills('acme', 'bot', 0);
    await knowledgeOf(gateway().runtime).memories('acme', { agentId: 'bot', userId: null }, 1);
    expect((await cachedBytes()) - before).toBeGreaterThan(0);
    expect(await print()).toMatch(/^service_knowledge_cache_evictions_total 0$/m);
  });
});

// What callers make up must not become a label.
describe('the label of a framework', () => {
  it('is the name of a known framework, however it is spelled', () => {
    const label = frameworkLabel([]);
    expect(['langgraph', 'LangGraph', 'pydantic_ai', 'Semantic Kernel', 'vercel-ai-sdk'].map(label)).toEqual([
      'langgraph',
      'langgraph',
      'pydantic-ai',
      'semantic-kernel',
      'vercel-ai-sdk',
    ]);
  });

  it('is other for what is not known, from the first one on, and unknown where nothing is said', () => {
    const label = frameworkLabel([]);
    const madeUp = ['acme-secret-project', 'jane.doe@example.com', 'langgraph2', '__proto__', 'constructor'];
    expect(madeUp.map(label)).toEqual(madeUp.map(() => 'other'));
    expect([label(null), label(''), label('unknown'), label('other')]).toEqual([
      'unknown',
      'unknown',
      'other',
      'other',
    ]);
  });
});
