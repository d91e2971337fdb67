'use client';

/**
 * Which shortcuts work right now. A store of its own rather than React state, since a key must find the
 * newest handler without a render between; badges, cheatsheet and menu subscribe to it.
 */
import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { CATALOGUE, type ShortcutId } from './catalogue.ts';

// How keys are written (`j`, `shift+a`, `mod+k`, `g r`, `?`) and recognised. Pure, so that the rules about
// typing, modifiers and sequences are tested without a browser. `mod` is Ctrl or Cmd; a space separates the
// keys of a sequence.

/** The parts of a key event that matter. */
interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** How long the first key of a sequence waits for the second. */
export const SEQUENCE_MS = 1200;

/** Names a press as shortcuts are written; null for a press that no shortcut can have. */
export function pressName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey || key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Dead') return null;
  const name = key.toLowerCase();
  const letter = /^[a-z]$/.test(name) || key.length > 1;
  const shift = shiftKey && letter ? 'shift+' : '';
  const mod = ctrlKey || metaKey ? 'mod+' : '';
  return `${mod}${shift}${name}`;
}

/** What is waiting for its second key, and until when (epoch ms). */
export interface Pending {
  first: string;
  until: number;
}

/** What a press fires among `written` shortcuts. `pending` is set while a sequence has begun. */
export function matchPress(
  written: readonly string[],
  press: string,
  { pending, now }: { pending: Pending | null; now: number },
): { fired: string | null; pending: Pending | null } {
  if (pending !== null && now <= pending.until) {
    const sequence = `${pending.first} ${press}`;
    if (written.includes(sequence)) return { fired: sequence, pending: null };
  }
  if (written.includes(press)) return { fired: press, pending: null };
  const begins = written.some((keys) => keys.startsWith(`${press} `));
  return { fired: null, pending: begins ? { first: press, until: now + SEQUENCE_MS } : null };
}

/** Whether a shortcut works while somebody types or a dialog is open: only with Ctrl or Cmd. */
export function worksWhileTyping(keys: string): boolean {
  return keys.startsWith('mod+');
}

const GLYPHS: Record<string, string> = {
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  f8: 'F8',
};

/** The caps to draw for a shortcut: `g r` → ['G', 'R'], `shift+a` → ['Shift', 'A']. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return keys.split(/[ +]/).map((part) => {
    if (part === 'mod') return apple ? '⌘' : 'Ctrl';
    return GLYPHS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

type Run = () => void;
type Listener = () => void;

interface Handler {
  run: Run;
  /** What the action is called here, where the catalogue's word is too general. */
  label: string | undefined;
}

/** A shortcut that would do something if its keys were pressed. */
interface LiveShortcut {
  id: ShortcutId;
  keys: string;
  label: string;
  group: string;
}

interface Registry {
  register(id: ShortcutId, handler: Handler): () => void;
  run(id: ShortcutId): void;
  /** The shortcuts of now, in the catalogue's order; the same array until something changes. */
  live(): readonly LiveShortcut[];
  /** The shortcut that `keys` fires; the one registered last where several have them. */
  find(keys: string): ShortcutId | null;
  /** The written keys that count at this moment. */
  written(now: { typing: boolean; singleKeys: boolean }): string[];
  subscribe(listener: Listener): () => void;
}

/** Makes an empty registry. The handler registered last wins until it leaves. */
export function createRegistry(): Registry {
  const handlers = new Map<ShortcutId, Handler[]>();
  const listeners = new Set<Listener>();
  let cached: readonly LiveShortcut[] | null = null;
  const order = Object.keys(CATALOGUE) as ShortcutId[];

  const changed = () => {
    cached = null;
    for (const listener of listeners) listener();
  };
  const live = () => {
    cached ??= order
      .filter((id) => (handlers.get(id)?.length ?? 0) > 0)
      .map((id) => ({ id, ...CATALOGUE[id], label: handlers.get(id)?.at(-1)?.label ?? CATALOGUE[id].label }));
    return cached;
  };
  return {
    register(id, handler) {
      const kept = handlers.get(id) ?? [];
      // Set again, so that the id registered last is also the last of the map.
      handlers.delete(id);
      handlers.set(id, [...kept, handler]);
      changed();
      return () => {
        handlers.set(
          id,
          (handlers.get(id) ?? []).filter((other) => other !== handler),
        );
        changed();
      };
    },
    run: (id) => handlers.get(id)?.at(-1)?.run(),
    live,
    find(keys) {
      const ids = [...handlers].filter(([id, own]) => own.length > 0 && CATALOGUE[id].keys === keys);
      return ids.at(-1)?.[0] ?? null;
    },
    written({ typing, singleKeys }) {
      const all = live().map(({ keys }) => keys);
      return all.filter((keys) => worksWhileTyping(keys) || (!typing && singleKeys));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `announce` speaks in the polite live region. */
interface Keyboard {
  registry: Registry;
  announce(text: string): void;
}

/** The hooks by which components take part in the keyboard. */
export const KeyboardContext = createContext<Keyboard>({
  registry: createRegistry(),
  announce: () => undefined,
});

const NONE: readonly LiveShortcut[] = [];

/** Gives `id` its handler while the component is mounted and `enabled`; `run` may change between renders. */
export function useShortcut(
  id: ShortcutId,
  run: () => void,
  { enabled = true, label }: { enabled?: boolean; label?: string } = {},
): void {
  const { registry } = useContext(KeyboardContext);
  const runNewest = useEffectEvent(run);
  // A layout effect: a key works as soon as its button can be seen.
  useLayoutEffect(() => {
    if (!enabled) return;
    return registry.register(id, { run: () => runNewest(), label });
  }, [registry, id, enabled, label]);
}

/** All shortcuts that work now. */
export function useLiveShortcuts(): readonly LiveShortcut[] {
  const { registry } = useContext(KeyboardContext);
  return useSyncExternalStore(registry.subscribe, registry.live, () => NONE);
}

/** Speaks a sentence to screen readers: what a key did, what a decision became. */
export function useAnnounce(): (text: string) => void {
  return useContext(KeyboardContext).announce;
}

/** Runs a shortcut's action, as its key would. */
export function useRunShortcut(): (id: ShortcutId) => void {
  return useContext(KeyboardContext).registry.run;
}
