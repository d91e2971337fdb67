'use client';

/**
 * Which shortcuts work right now. A store of its own rather than React state, since a key must find the
 * newest handler without a render between; badges, cheatsheet and menu subscribe to it.
 */
import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { CATALOGUE, type ShortcutId } from './catalogue.ts';

/** Whether a shortcut works while somebody types or a dialog is open: only with Ctrl or Cmd. */
export function worksWhileTyping(keys: string): boolean {
  return keys.startsWith('mod+');
}

const GLYPHS: Record<string, string> = { shift: 'Shift', enter: 'Enter', escape: 'Esc' };

/** The caps to draw for a shortcut: `g r` → ['G', 'R'], `shift+a` → ['Shift', 'A']. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return keys.split(/[ +]/).map((part) => {
    if (part === 'mod') return apple ? '⌘' : 'Ctrl';
    return GLYPHS[part] ?? part.toUpperCase();
  });
}

interface Handler {
  id: ShortcutId;
  run: () => void;
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

/** Makes an empty registry. The handler registered last wins until it leaves. */
export function createRegistry() {
  let handlers: readonly Handler[] = [];
  let live: readonly LiveShortcut[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly Handler[]) => {
    handlers = next;
    live = (Object.keys(CATALOGUE) as ShortcutId[]).flatMap((id) => {
      const handler = handlers.findLast((one) => one.id === id);
      return handler ? [{ id, ...CATALOGUE[id], label: handler.label ?? CATALOGUE[id].label }] : [];
    });
    for (const listener of listeners) listener();
  };
  return {
    register(handler: Handler): () => void {
      change([...handlers, handler]);
      return () => change(handlers.filter((other) => other !== handler));
    },
    run: (id: ShortcutId) => handlers.findLast((one) => one.id === id)?.run(),
    /** The shortcuts of now, in the catalogue's order; the same array until something changes. */
    live: () => live,
    /** The shortcut that `keys` fires; the one registered last where several have them. */
    find(keys: string): LiveShortcut | undefined {
      const handler = handlers.findLast(({ id }) => CATALOGUE[id].keys === keys);
      return live.find(({ id }) => id === handler?.id);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `announce` speaks in the polite live region. */
interface Keyboard {
  registry: ReturnType<typeof createRegistry>;
  announce(text: string): void;
}

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
    return registry.register({ id, run: () => runNewest(), label });
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

/** How long the first key of a sequence waits for the second. */
const SEQUENCE_MS = 1200;

/** All keys of the catalogue, sequences first: the last key of one may be a shortcut by itself. */
const KEYS = [...new Set(Object.values(CATALOGUE).map(({ keys }) => keys))].sort(
  (one, other) => Number(other.includes(' ')) - Number(one.includes(' ')),
);

/** Keys as tinykeys writes them. Some layouts have signs on a key with Shift or AltGr. */
function toBinding(keys: string): string {
  if (/^[^\w\s]$/.test(keys)) return `[Shift]+[Alt]+${keys}`;
  return keys.replace('mod+', '$mod+').replace('shift+', 'Shift+');
}

interface KeyListening {
  fire: (keys: string, event: KeyboardEvent) => void;
  /** Whether these keys do nothing now. */
  rests: (keys: string, event: KeyboardEvent) => boolean;
}

/** Takes every press of the keyboard. The keys have a listener each, so that a sequence that is begun holds up no other. */
export function createKeyListener({ fire, rests }: KeyListening): (event: KeyboardEvent) => void {
  const listeners = KEYS.map((keys) =>
    createKeybindingsHandler(
      { [toBinding(keys)]: (event) => fire(keys, event) },
      { timeout: SEQUENCE_MS, ignore: (event) => event.isComposing || rests(keys, event) },
    ),
  );
  return (event) => {
    for (const listener of listeners) listener(event);
  };
}
