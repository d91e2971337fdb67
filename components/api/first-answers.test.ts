import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it('are in the document what the server knew, and are read from it once', async () => {
  const queries = new QueryClient();
  queries.setQueryData([['skills'], { input: { text: '</script>"' } }], ['refunds']);
  await queries.prefetchQuery({
    queryKey: ['failed'],
    retry: false,
    queryFn: () => Promise.reject(new Error()),
  });
  const { answersOf } = await import('./first-answers.ts');
  expect(answersOf(new QueryClient())).toBeNull();
  const content = answersOf(queries);
  vi.resetModules();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => content }) });
  const { firstAnswers, forgetFirstAnswers } = await import('./first-answers.ts');
  expect(firstAnswers()).toEqual([[[['skills'], { input: { text: '</script>"' } }], ['refunds']]]);
  forgetFirstAnswers();
  expect(firstAnswers()).toEqual([]);
});

it('come from this process on the server, or not at all once the page would wait too long', async () => {
  const answer = vi.fn(async (_target: string, _headers: Headers) => new Response('fine'));
  vi.stubGlobal('AbortSignal', { timeout: () => late.signal });
  const late = new AbortController();
  const key = Symbol.for('whetstone.shared');
  const shared: Map<string, unknown> = Reflect.get(globalThis, key) ?? new Map();
  Reflect.set(globalThis, key, shared);
  shared.set('page-calls', answer);
  const { fetchOnServer } = await import('./first-answers.ts');
  const ask = fetchOnServer();
  expect(await (await ask('/api/trpc/session.me', { headers: { 'x-shown-tenant': 'acme' } })).text()).toBe(
    'fine',
  );
  expect(answer.mock.calls[0]?.[1].get('x-shown-tenant')).toBe('acme');
  answer.mockImplementation(() => new Promise(() => undefined));
  const waiting = ask('/api/trpc/insights.get');
  late.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  shared.delete('page-calls');
});
