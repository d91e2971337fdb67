import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { FreshQueryClient, RenderingQueryClient } from './query-client.ts';

it('asks again where news come while the first answer is on its way', async () => {
  const client = new FreshQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const queryFn = () => answers[asked++]?.promise ?? Promise.resolve('too often');
  const observer = new QueryObserver(client, { queryKey: ['badges'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const invalidated = client.invalidateQueries({ queryKey: ['badges'] });
  answers[0]?.resolve('before the news');
  answers[1]?.resolve('after the news');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('after the news');
  expect(asked).toBe(2);
  stop();
  client.clear();
});

it('waits on the server for an answer that is to come, and not for one that failed or is not wanted', async () => {
  const client = new RenderingQueryClient();
  const asked = (name: string, enabled = true) => ({
    ...{ queryKey: [name], retry: false, enabled },
    queryFn: () => (name === 'badges' ? Promise.resolve(3) : Promise.reject(new Error('late'))),
  });
  const waits = (name: string, enabled?: boolean) =>
    client.defaultQueryOptions(asked(name, enabled)).suspense;
  expect([waits('badges'), waits('faults'), waits('badges', false)]).toEqual([true, true, false]);
  await client.prefetchQuery(asked('faults'));
  expect([waits('badges'), waits('faults')]).toEqual([true, false]);
  client.clear();
});
