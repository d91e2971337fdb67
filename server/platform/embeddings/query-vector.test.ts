import { describe, expect, it } from 'vitest';
import { describeWithEmbeddingsOnOne } from '../../../lab/model/model-runtime.ts';
import type { StandInModel } from '../../../lab/model/stand-in-model.ts';
import { eventually } from '../../testing/eventually.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { createBreaker, queryVector } from './query-vector.ts';

function broken() {
  let now = 1_000_000;
  const breaker = createBreaker(() => now);
  for (let failure = 0; failure < 3; failure += 1) {
    expect(breaker.admit()).toBe('wait');
    breaker.failed();
  }
  const advance = (ms: number): void => {
    now += ms;
  };
  return { breaker, advance };
}

describe('the breaker before the embeddings endpoint', () => {
  it('lets nobody wait after three failures in a row, and one probe after a pause', () => {
    const { breaker, advance } = broken();
    expect(breaker.admit()).toBe('skip');
    advance(5000);
    expect([breaker.admit(), breaker.admit()]).toEqual(['probe', 'skip']);
    breaker.succeeded();
    expect(breaker.admit()).toBe('wait');
  });

  it('doubles the pause with every failed probe, up to a minute', () => {
    const { breaker, advance } = broken();
    const pauses = [5, 10, 20, 40, 60, 60];
    for (const seconds of pauses) {
      advance(seconds * 1000 - 1);
      expect(breaker.admit()).toBe('skip');
      advance(1);
      expect(breaker.admit()).toBe('probe');
      breaker.failed();
    }
  });

  it('is not held open by a clock that was set back', () => {
    const { breaker, advance } = broken();
    advance(-3_600_000);
    expect(breaker.admit()).toBe('probe');
  });
});

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

const vectorsOf = (rt: TestRuntime, tenant: string, texts: readonly string[]) =>
  Promise.all(texts.map((text) => queryVector(rt, tenant, text)));

/** The calls for queries since there were `before`; the texts that tell the usual cosine are asked for once. */
const callsSince = (model: StandInModel, before: number) =>
  model.embedded
    .slice(before)
    .filter((texts) => !texts.includes('Translate a short poem from French into English.'));

describeWithEmbeddingsOnOne('queries that are asked at the same time', (runtime, model) => {
  it('share calls of a bounded number of texts, and each gets the vector of its own', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const before = model().embedded.length;
    model().latency(20);
    model().embed((text) => [1, Number(text.split(' ')[1]) || 0]);
    const texts = numbered(100, 'query');
    const vectors = await vectorsOf(rt, tenant, texts);
    expect(vectors.map((vector) => Math.round((vector?.[1] ?? 0) / (vector?.[0] ?? 1)))).toEqual(
      texts.map((_, at) => at),
    );
    const calls = callsSince(model(), before);
    expect(calls.flat().sort()).toEqual(texts.toSorted());
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(Math.max(...calls.map(({ length }) => length))).toBeLessThanOrEqual(16);
    await vectorsOf(rt, tenant, texts);
    expect(callsSince(model(), before)).toHaveLength(calls.length);
  });

  it('share no call with another tenant’s', async () => {
    const before = model().embedded.length;
    const [one, other] = [freshPrincipal().tenant, freshPrincipal().tenant];
    const found = await Promise.all([
      vectorsOf(runtime(), one, numbered(3, 'mine')),
      vectorsOf(runtime(), other, numbered(3, 'theirs')),
    ]);
    expect(found.flat()).not.toContain(null);
    expect(callsSince(model(), before)).toEqual([numbered(3, 'mine'), numbered(3, 'theirs')]);
  });

  it('lose nothing by a text among them that the endpoint refuses', async () => {
    const { tenant } = freshPrincipal();
    for (const status of [400, 413, 422]) {
      const texts = numbered(6, `about ${status}`);
      model().failEmbeddings({ status, about: `about ${status} 2` });
      const vectors = await vectorsOf(runtime(), tenant, texts);
      expect(vectors.map((vector) => vector !== null)).toEqual([true, true, false, true, true, true]);
    }
  });

  it('leave room for another tenant’s, however many there are', async () => {
    const [many, few] = [freshPrincipal().tenant, freshPrincipal().tenant];
    model().latency(100);
    const flood = vectorsOf(runtime(), many, numbered(1000, 'flood'));
    expect(await vectorsOf(runtime(), few, ['a few words'])).not.toContain(null);
    expect((await flood).filter((vector) => vector !== null).length).toBeGreaterThanOrEqual(64);
  });
});

describeWithEmbeddingsOnOne(
  'a query behind a slow call',
  (runtime, model) => {
    it('waits a moment for it and is then sent itself, and never waits longer than its time-out', async () => {
      const { tenant } = freshPrincipal();
      model().latency(30_000);
      const isSent = (text: string) => eventually(text, () => model().embedded.flat().includes(text));
      const first = queryVector(runtime(), tenant, 'the first');
      await isSent('the first');
      const second = queryVector(runtime(), tenant, 'the second');
      await isSent('the second');
      expect(await Promise.race([first, 'under way'])).toBe('under way');
      expect(await Promise.all([first, second])).toEqual([null, null]);
      expect(await vectorsOf(runtime(), tenant, numbered(300, 'late'))).toEqual(Array(300).fill(null));
    });
  },
  { SERVICE_EMBEDDINGS_TIMEOUT_MS: '1500' },
);
