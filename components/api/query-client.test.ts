import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { FreshQueryClient } from './query-client.ts';

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
