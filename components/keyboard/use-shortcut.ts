/** The hooks by which components take part in the keyboard. */
'use client';

import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ShortcutId } from './catalogue.ts';
import { createRegistry, type LiveShortcut, type Registry } from './registry.ts';

/** `announce` speaks in the polite live region. */
export interface Keyboard {
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
