import { expect, it } from 'vitest';
import { eagerPieces } from '../../testing/samples/eager-pieces.ts';
import { toStream } from './fetch-adapter.ts';

it('a stream lets others have their turn before each piece of a source that never waits', async () => {
  const { pieces, turns, text } = eagerPieces();
  expect(await new Response(toStream(pieces)).text()).toBe(text);
  expect(new Set(turns).size).toBe(turns.length);
});
