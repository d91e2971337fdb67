/** Which words tell of a subject that preferences are about. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../analyze.ts';
import { topicsOf } from './topics.ts';

const topicNames = (text: string): string[][] =>
  analyze(text).map((term) => topicsOf(term).map(({ name }) => name));

describe('topicsOf', () => {
  it('brings together words of one subject that share no letter', () => {
    expect(topicNames('vegetarian restaurants')).toEqual([['food'], ['food']]);
  });

  it('knows every subject of a word that has several', () => {
    expect(topicNames('swimming')).toEqual([['fitness', 'outdoors']]);
  });

  it.each(['run the train menu', 'deploy the server', 'toString __proto__ constructor'])(
    'knows nothing of words that tell of no subject: %j',
    (text) => {
      expect(topicNames(text).flat()).toEqual([]);
    },
  );
});
