/** Agents on the AI SDK that leave an answer half read: the SDK cancels nothing, so the model's silence has to tell. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDING_AGENTS } from '../../testing/agents/endings.ts';
import { recordingClient } from '../../testing/recording-client.ts';
import { type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import type { Whetstone } from '../whetstone.ts';

const STREAMED = ENDING_AGENTS.filter(({ name }) => name.endsWith('streamText'));

describe.each(STREAMED)('an answer that is left half read, on $name', ({ run }) => {
  let provider: StandInProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await provider.close();
  });

  async function leave(client: Whetstone) {
    provider.next('half');
    const setup = { baseURL: provider.url, client, task: 'look up an order', maxRetries: 0, steps: 5 };
    await run({ ...setup, isForced: false, isHalfRead: true, isToolless: true });
  }

  it('is recorded five minutes after its last word, as far as it went', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { client, recorded } = recordingClient();
    await leave(client);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(client.delivered).toMatchObject({ waiting: 0, sent: 0 });
    await vi.advanceTimersByTimeAsync(2000);
    await client.flush();
    expect(recorded).toMatchObject([
      {
        task: 'look up an order',
        outcome: 'unknown',
        messages: [{ role: 'user' }, { role: 'assistant', content: 'Order 1042 ' }],
        duration_ms: expect.closeTo(0, -4),
      },
    ]);
  });
});
