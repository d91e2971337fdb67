import { describe, expect, it } from 'vitest';
import { placeOf } from './words.ts';

describe('an address in the list', () => {
  it.each([
    ['https://example.com/', 'example.com'],
    ['https://example.com:8443/hooks/review?key=1', 'example.com:8443/hooks/review'],
    ['https://hooks.slack.com/services/T000/B000/abcdefghijkl', 'hooks.slack.com/…efghijkl'],
  ])('of %s tells it from others of its host', (url, shown) => {
    expect(placeOf(url)).toBe(shown);
  });
});
