/** What a reviewer has begun to write on a changeset: it is kept until it is sent or thrown away. */
'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { createStore } from '../../ui/overlays/toasts.ts';
import type { Draft } from '../amend/amendment-pairs.ts';

/** An amendment with the operations as they stood when it was begun; `expect` is the digest of the changeset then. */
export interface Amendment {
  ops: readonly Operation[];
  expect: string;
  drafts: Draft[];
  comment: string;
}

/** Why a changeset is refused: chips and words. */
export interface Rejection {
  chosen: readonly string[];
  words: string;
}

interface Begun {
  amendment?: Amendment;
  rejection?: Rejection;
  comment?: string;
}

const begun = createStore<ReadonlyMap<string, Begun>>(new Map());

/** Keeps what is written of one kind; undefined throws it away. */
export function keepDraft<Kind extends keyof Begun>(
  id: string,
  kind: Kind,
  draft: Begun[Kind] | undefined,
): void {
  const { [kind]: _before, ...others } = begun.get().get(id) ?? {};
  const now: Begun = draft === undefined ? others : { ...others, [kind]: draft };
  const next = new Map(begun.get());
  if (Object.keys(now).length === 0) next.delete(id);
  else next.set(id, now);
  begun.set(next);
}

/** What is kept of one kind. */
export function draftOf<Kind extends keyof Begun>(id: string, kind: Kind): Begun[Kind] | undefined {
  return begun.get().get(id)?.[kind];
}

/** Drops what was written towards a decision; a comment for the history can still be posted. */
export function discardDrafts(id: string): void {
  for (const kind of ['amendment', 'rejection'] as const) keepDraft(id, kind, undefined);
}

/** `[draft, keep]` of one kind on one changeset. */
export function useDraft<Kind extends keyof Begun>(id: string, kind: Kind) {
  const draft = useSyncExternalStore(
    begun.subscribe,
    () => draftOf(id, kind),
    () => undefined,
  );
  const keep = useCallback((next: Begun[Kind] | undefined) => keepDraft(id, kind, next), [id, kind]);
  return [draft, keep] as const;
}

/** The ids on which something is begun; it stays the same while only the words change. */
export function useBegun(): string {
  return useSyncExternalStore(
    begun.subscribe,
    () => [...begun.get().keys()].join(' '),
    () => '',
  );
}
