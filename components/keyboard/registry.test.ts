import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATALOGUE, type ShortcutId } from './catalogue.ts';
import { createKeyListener, createRegistry } from './registry.ts';

const handler = (id: ShortcutId, run = vi.fn()) => ({ id, run, label: undefined });

describe('the registry of shortcuts', () => {
  it('lists and fires only what has a handler', () => {
    const registry = createRegistry();
    expect(registry.live()).toEqual([]);
    const approve = handler('change.approve');
    const leave = registry.register(approve);
    expect(registry.live().map(({ id }) => id)).toEqual(['change.approve']);
    registry.run('change.approve');
    expect(approve.run).toHaveBeenCalledTimes(1);
    leave();
    registry.run('change.approve');
    expect(approve.run).toHaveBeenCalledTimes(1);
    expect(registry.find('a')).toBeUndefined();
  });

  it('gives a key to the handler registered last', () => {
    const registry = createRegistry();
    registry.register(handler('change.approve'));
    const leave = registry.register(handler('memory.approve'));
    expect(registry.find('a')?.id).toBe('memory.approve');
    leave();
    expect(registry.find('a')?.id).toBe('change.approve');
  });
});

describe('the keys', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const MODIFIERS: Record<string, string> = { shift: 'Shift', ctrl: 'Control', alt: 'Alt' };
  /** What presses fire: `g r`, `shift+A`; a number waits for as many milliseconds. */
  const fired = (...presses: (string | number)[]) => {
    const all: string[] = [];
    const fire = (keys: string, event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      all.push(keys);
    };
    const listen = createKeyListener({ fire, rests: (keys) => keys === 'k' });
    for (const press of presses) {
      if (typeof press === 'number') {
        vi.advanceTimersByTime(press);
        continue;
      }
      const [key = '', ...held] = press.split('+').reverse();
      const event = {
        ...{ key, code: `Key${key}`, isComposing: false, defaultPrevented: false },
        preventDefault: () => Object.assign(event, { defaultPrevented: true }),
        getModifierState: (name: string) => held.some((one) => MODIFIERS[one] === name),
      };
      listen(event as unknown as KeyboardEvent);
    }
    return all;
  };

  it('tell letters with and without shift apart, under caps lock too, and take a sign as it is typed', () => {
    expect(fired('a', 'shift+A', 'J')).toEqual(['a', 'shift+a', 'j']);
    expect(fired('shift+?', '/', 'alt+[')).toEqual(['?', '/', '[']);
    expect(fired('ctrl+k', 'ctrl+Enter', 'ctrl+j', 'alt+j', 'k')).toEqual(['mod+k', 'mod+enter']);
  });

  it('fire a sequence within its time, and the single key after it', () => {
    expect(fired('g', 1199, 'r')).toEqual(['g r']);
    expect(fired('g', 1201, 'r')).toEqual(['r']);
    expect(fired('g', 'r', 's')).toEqual(['g r', 's']);
    expect(fired('g', 'j')).toEqual(['j']);
  });
});

describe('the catalogue', () => {
  it('never gives two shortcuts of one place the same keys', () => {
    const places = Object.values(CATALOGUE).map(({ keys, group }) => `${group}: ${keys}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('has no key that starts a sequence and is a shortcut too', () => {
    const keys = Object.values(CATALOGUE).map((entry) => entry.keys);
    const starts = keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]);
    expect(keys.filter((key) => starts.includes(key))).toEqual([]);
  });
});
