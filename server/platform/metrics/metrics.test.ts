/** What a process prints of itself beside what it counts. */
import { expect, it } from 'vitest';
import { knowledgeOf } from '../../knowledge/index.ts';
import { describeGatewayOnBoth } from '../../testing/test-gateway.ts';

describeGatewayOnBoth('GET /metrics', (gateway, dialect) => {
  const print = async () => (await gateway().call('GET', '/metrics')).text;

  it('has the queue, whether or not this process works on it', async () => {
    expect(await print()).toMatch(/^service_jobs_waiting\{kind="reflect"\} 0$/m);
    expect(await print()).toMatch(/^service_jobs_oldest_seconds\{kind="reflect"\} 0$/m);
    expect(await print()).toMatch(/^service_jobs_total\{kind="reflect",status="failed"\} 0$/m);
  });

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
