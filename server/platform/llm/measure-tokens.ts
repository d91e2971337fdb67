/** Counts the tokens of a few calls, as the metrics count those of all. */
import { Counter } from 'prom-client';
import type { Runtime } from '../runtime.ts';

export interface TokenCount {
  input: number;
  output: number;
}

/** Does work that calls the model, and says how many tokens its calls took. */
export async function measureTokens<T>(
  runtime: Runtime,
  work: (measured: Runtime) => Promise<T>,
): Promise<{ result: T; tokens: TokenCount }> {
  const { metrics } = runtime;
  const llmTokens = new Counter({
    name: 'measured_tokens',
    help: 'Tokens of some calls',
    labelNames: ['purpose', 'kind'] as const,
    registers: [],
  });
  const tokens: TokenCount = { input: 0, output: 0 };
  try {
    const result = await work({ ...runtime, metrics: { ...metrics, llmTokens } });
    return { result, tokens };
  } finally {
    for (const { labels, value } of (await llmTokens.get()).values) {
      metrics.llmTokens.inc(labels, value);
      tokens[labels.kind === 'input' ? 'input' : 'output'] += value;
    }
  }
}
