import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { keyCaps, matchPress, pressName, SEQUENCE_MS, worksWhileTyping } from './key-press.ts';

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
