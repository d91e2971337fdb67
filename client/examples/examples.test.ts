/**
 * The examples as a reader runs them: each learns from a gateway that is there and answers the same without
 * one.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../server/testing/test-gateway.ts';
import { Whetstone } from '../src/index.ts';
import { runNode } from '../testing/agent-process.ts';
import { FINAL_ANSWER, startProvider } from '../testing/stand-in-provider.ts';

const TASK = 'look up order 1042';

describe.each(['openai', 'vercel-ai-sdk', 'openai-agents', 'langchain', 'langgraph'])(
  'the example %s',
  (name) => {
    const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

    const run = (gateway: string, provider: string) =>
      runNode([file, TASK], {
        env: {
          WHETSTONE_URL: gateway,
          WHETSTONE_AGENT: name,
          OPENAI_BASE_URL: provider,
          OPENAI_API_KEY: 'x',
        },
      });

    it('answers, and leaves its run with the gateway before it ends', async () => {
      const [gateway, provider] = [await openTestGateway('sqlite'), await startProvider()];
      expect(await run(gateway.url, provider.url)).toMatchObject({
        code: 0,
        stdout: `${FINAL_ANSWER}\n`,
        stderr: '',
      });
      const client = new Whetstone({ url: gateway.url });
      const lines = await client.call('exportEpisodes', { path: { agent_id: name } });
      expect(
        lines
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toMatchObject([{ task: TASK, framework: name, tool_calls: [{ name: 'get_order' }] }]);
      await Promise.all([gateway.close(), provider.close()]);
    });
  },
);
