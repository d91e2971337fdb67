'use client';

/**
 * Which shortcuts work right now. A store of its own rather than React state, since a key must find the
 * newest handler without a render between; badges, cheatsheet and menu subscribe to it.
 */
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { CATALOGUE, type ShortcutId } from './catalogue.ts';
import { worksWhileTyping } from './key-press.ts';

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

/** The hooks by which components take part in the keyboard. */

/** `announce` speaks in the polite live region. */
interface Keyboard {
  registry: Registry;
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
  useEffect(() => {
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
