import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { createRegistry, keyCaps, matchPress, pressName, SEQUENCE_MS, worksWhileTyping } from './registry.ts';

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

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const WRITTEN = ['j', 'r', 'shift+a', 'mod+k', 'g r', 'g s', '?'];

describe('the name of a press', () => {
  it('tells letters with and without shift apart, and takes a sign as it is typed', () => {
    expect(pressName({ ...plain, key: 'a' })).toBe('a');
    expect(pressName({ ...plain, key: 'A', shiftKey: true })).toBe('shift+a');
    expect(pressName({ ...plain, key: '?', shiftKey: true })).toBe('?');
    expect(pressName({ ...plain, key: 'k', metaKey: true })).toBe('mod+k');
    expect(pressName({ ...plain, key: 'Enter', ctrlKey: true })).toBe('mod+enter');
  });

  it('takes a letter under caps lock as the letter', () => {
    expect(pressName({ ...plain, key: 'J' })).toBe('j');
  });

  it('is null for a modifier alone and for anything with alt', () => {
    expect(pressName({ ...plain, key: 'Shift', shiftKey: true })).toBeNull();
    expect(pressName({ ...plain, key: 'j', altKey: true })).toBeNull();
  });
});

describe('matching', () => {
  const idle = { pending: null, now: 0 };

  it('fires a single key at once', () => {
    expect(matchPress(WRITTEN, 'j', idle)).toEqual({ fired: 'j', pending: null });
  });

  it('fires a sequence within its time, and the single key after it', () => {
    const { pending } = matchPress(WRITTEN, 'g', idle);
    expect(matchPress(WRITTEN, 'r', { pending, now: SEQUENCE_MS })).toEqual({ fired: 'g r', pending: null });
    expect(matchPress(WRITTEN, 'r', { pending, now: SEQUENCE_MS + 1 })).toEqual({
      fired: 'r',
      pending: null,
    });
  });

  it('takes a second key that fits no sequence as a first one', () => {
    const { pending } = matchPress(WRITTEN, 'g', idle);
    expect(matchPress(WRITTEN, 'j', { pending, now: 1 }).fired).toBe('j');
    expect(matchPress(WRITTEN, 'g', { pending, now: 1 }).pending).toEqual({
      first: 'g',
      until: SEQUENCE_MS + 1,
    });
  });

  it('never fires what is not written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), (presses) => {
        let pending: ReturnType<typeof matchPress>['pending'] = null;
        for (const [now, press] of presses.entries()) {
          const result = matchPress(WRITTEN, press, { pending, now });
          pending = result.pending;
          expect(result.fired === null || WRITTEN.includes(result.fired)).toBe(true);
        }
      }),
    );
  });

  it('keeps bare keys off while typing, not those with a modifier', () => {
    expect([worksWhileTyping('j'), worksWhileTyping('mod+enter')]).toEqual([false, true]);
  });
});

describe('caps', () => {
  it('draw a sequence, shift and the modifier of the machine', () => {
    expect(keyCaps('g r', true)).toEqual(['G', 'R']);
    expect(keyCaps('shift+a', true)).toEqual(['Shift', 'A']);
    expect(keyCaps('mod+k', true)).toEqual(['⌘', 'K']);
    expect(keyCaps('mod+enter', false)).toEqual(['Ctrl', 'Enter']);
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
