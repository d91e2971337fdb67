import { describe, expect, it, vi } from 'vitest';
import { createRegistry } from './registry.ts';

const handler = (run = vi.fn()) => ({ run, label: undefined });

describe('the registry of shortcuts', () => {
  it('lists and fires only what has a handler', () => {
    const registry = createRegistry();
    expect(registry.live()).toEqual([]);
    const approve = handler();
    const leave = registry.register('change.approve', approve);
    expect(registry.live().map(({ id }) => id)).toEqual(['change.approve']);
    registry.run('change.approve');
    expect(approve.run).toHaveBeenCalledTimes(1);
    leave();
    registry.run('change.approve');
    expect(approve.run).toHaveBeenCalledTimes(1);
    expect(registry.find('a')).toBeNull();
  });

  it('gives a key to the handler registered last', () => {
    const registry = createRegistry();
    registry.register('change.approve', handler());
    const leave = registry.register('memory.approve', handler());
    expect(registry.find('a')).toBe('memory.approve');
    leave();
    expect(registry.find('a')).toBe('change.approve');
  });

  it('keeps single keys off while somebody types, and when they are switched off', () => {
    const registry = createRegistry();
    registry.register('list.next', handler());
    registry.register('app.menu', handler());
    expect(registry.written({ typing: false, singleKeys: true })).toEqual(['mod+k', 'j']);
    expect(registry.written({ typing: true, singleKeys: true })).toEqual(['mod+k']);
    expect(registry.written({ typing: false, singleKeys: false })).toEqual(['mod+k']);
  });

  it('tells its subscribers of every change and gives the same list between two', () => {
    const registry = createRegistry();
    const heard = vi.fn();
    registry.subscribe(heard);
    registry.register('list.next', handler());
    expect(heard).toHaveBeenCalledTimes(1);
    expect(registry.live()).toBe(registry.live());
  });
});
