'use client';

import { useState } from 'react';

/** Which rows are ticked. Lives as long as the page: an address should not carry a selection. */
export function useSelection(selectable: (id: string) => boolean) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = [...ticked].filter(selectable);
  const set = (id: string, on: boolean) =>
    setTicked((before) => {
      const next = new Set(before);
      if (on && selectable(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  return {
    selected,
    has: (id: string) => ticked.has(id) && selectable(id),
    set,
    toggle: (id: string) => set(id, !ticked.has(id)),
    replace: (ids: readonly string[]) => setTicked(new Set(ids)),
    clear: () => setTicked(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
