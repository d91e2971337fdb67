import { describe, expect, it } from 'vitest';
import { createStore } from './toasts.ts';

describe('a store', () => {
  it('gives its latest value to every subscriber, until they leave', () => {
    const store = createStore(0);
    const [first, second]: [number[], number[]] = [[], []];
    const leave = store.subscribe(() => first.push(store.get()));
    store.subscribe(() => second.push(store.get()));
    store.set(1);
    leave();
    store.set(2);
    expect([store.get(), first, second]).toEqual([2, [1], [1, 2]]);
  });
});
