'use client';

/** The state of an amendment: its drafts, what scan and lint say of them, and how they are stored. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Operation } from '../../../server/domain/skills/changesets/ops.ts';
import { useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { type Amendment, useDraft } from '../decide/drafts.ts';
import type { Detail } from '../detail.ts';
import { type Draft, draftsOf, isAmended, keptOps, placeOfKept } from './amendment-pairs.ts';

const REST_MS = 300;

export function useAmendment({ changeset }: Detail, onClosed: () => void) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const [kept, keep] = useDraft(changeset.id, 'amendment');
  // As it stood when the reviewer began: another reviewer's amendment is not overwritten unseen.
  const [begun] = useState<Amendment>(
    () =>
      kept ?? {
        ...{ ops: changeset.ops, expect: changeset.digest },
        ...{ drafts: draftsOf(changeset.ops), comment: '' },
      },
  );
  const { ops, expect, drafts, comment } = kept ?? begun;
  const write = (changed: Partial<Amendment>) => keep({ ops, expect, drafts, comment, ...changed });
  const close = () => {
    keep(undefined);
    onClosed();
  };
  /** Goes back to the changes; what was written is there when the reviewer comes again. */
  const leave = () => (isAmended(drafts, ops) || comment !== '' ? onClosed() : close());
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: trpc.changesets.texts.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.changesets.queue.pathKey() });
    return cache.invalidateQueries({ queryKey: trpc.changesets.detail.queryKey({ id: changeset.id }) });
  };
  const save = useMutation(
    trpc.changesets.amend.mutationOptions({
      onSuccess: async () => {
        await refresh();
        announce('Amended. A decision is still needed');
        close();
      },
      onError: () => void refresh(),
    }),
  );
  const change = (index: number, changed: Partial<Draft>) =>
    write({ drafts: drafts.map((draft) => (draft.index === index ? { ...draft, ...changed } : draft)) });
  return {
    ...{ ops, drafts, comment, change, save, close, leave },
    setComment: (text: string) => write({ comment: text }),
    amended: isAmended(drafts, ops),
    overtaken: JSON.stringify(changeset.ops) !== JSON.stringify(ops),
    check: useCheck(changeset.agentId, drafts),
    submit: () =>
      save.mutate({ cs_id: changeset.id, ops: keptOps(drafts), comment: comment.trim() || null, expect }),
  };
}

/** What the server says of the drafts, by the place of each operation in the proposal. */
function useCheck(agentId: string, drafts: Draft[]) {
  const trpc = useTRPC();
  const paused = usePaused(drafts, REST_MS);
  const sent = useMemo((): Operation[] => keptOps(paused), [paused]);
  const query = useQuery(
    trpc.changesets.check.queryOptions(
      { agentId, ops: sent },
      { enabled: sent.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const findings = new Map<number, readonly string[]>();
  for (const [at, found] of (query.data?.findingsByOp ?? []).entries()) {
    findings.set(placeOfKept(paused, at), found);
  }
  const errors = new Map<number, string>();
  for (const { index, why } of query.data?.faults ?? []) errors.set(placeOfKept(paused, index), why);
  return { findings, errors, risk: query.data?.risk ?? null, error: query.error };
}

// A value once it has rested, so that nothing is asked for every letter that is typed.

/** `value` as it was when it last stayed the same for `restMs`. */
function usePaused<T>(value: T, restMs: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return paused;
}
