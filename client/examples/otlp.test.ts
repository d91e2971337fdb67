/**
 * The agent that exports its traces and does nothing else: its runs are learned from, and its day is not
 * spoilt.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, TEST_BOOTSTRAP_KEY } from '../../server/testing/test-gateway.ts';
import { Whetstone } from '../src/index.ts';
import { type Ended, runNode } from '../testing/agent-process.ts';
import { FAULTY_GATEWAYS } from '../testing/faulty-gateway.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from '../testing/stand-in-provider.ts';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const TASKS = ['look up order 1042', 'refuse this'];

describe('an agent with nothing but OpenTelemetry', () => {
  let provider: StandInProvider;
  let untraced: Ended;
  beforeAll(async () => {
    provider = await startProvider();
    untraced = await runNode([fileOf('./otlp.ts'), ...TASKS], { env: modelOf() });
  });
  afterAll(() => provider.close());

  const modelOf = () => ({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' });
  /** What the README says to set, and no more. */
  const traced = (gateway: string, env: Record<string, string> = {}) =>
    runNode(['--import', fileOf('./otlp-tracing.ts'), fileOf('./otlp.ts'), ...TASKS], {
      env: { ...modelOf(), OTEL_EXPORTER_OTLP_ENDPOINT: gateway, ...env },
    });
  /** All that the agent itself says and how it ends. */
  const ownWords = ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr });

  it('leaves its runs with the gateway, the failed one as a failure, and says the same', async () => {
    const gateway = await openTestGateway('sqlite', { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY });
    const operator = new Whetstone({ url: gateway.url, apiKey: TEST_BOOTSTRAP_KEY, tenantId: 'traced' });
    const { key } = await operator.call('createKey', { body: { name: 'exporter', scopes: ['learn'] } });
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}` };
    expect(ownWords(await traced(gateway.url, headers))).toEqual(ownWords(untraced));
    const lines = await operator.call('exportEpisodes', { path: { agent_id: 'otlp' } });
    const ids = lines
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).episode_id);
    const episodes = await Promise.all(
      ids.map((id) => operator.call('getEpisode', { path: { episode_id: id } })),
    );
    expect(episodes.toSorted((a, b) => (String(a.task) < String(b.task) ? -1 : 1))).toMatchObject([
      {
        task: TASKS[0],
        framework: 'openai',
        outcome: 'unknown',
        tool_calls: [{ name: 'get_order', arguments: { order: '1042' }, error: null }],
        messages: [{}, {}, {}, {}, { role: 'assistant', content: FINAL_ANSWER }],
      },
      { task: TASKS[1], outcome: 'failure', reward: 0, error: expect.stringContaining('refused') },
    ]);
    await gateway.close();
  });

  it.each(FAULTY_GATEWAYS)('says the same in front of $name', async ({ start }) => {
    const faulty = await start();
    const ended = await traced(faulty.url, { OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '500' });
    expect(ownWords(ended)).toEqual(ownWords(untraced));
    expect(ended.ms).toBeLessThan(20_000);
    await faulty.close();
  });
});
