'use client';

/** Claims, assigns and releases a changeset, and shows it at once wherever the changeset stands. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { useViewer } from '../../shell/viewer.ts';
import type { Detail } from '../detail.ts';
import { assignmentText } from './assignment.ts';
import { teamOf, useNoteInRows } from './team-rows.ts';

interface Person {
  actor: string;
  name: string | null;
}

interface Assigning {
  /** Null releases it. */
  assign: (to: Person | null) => void;
  busy: boolean;
  /** Why it did not work. */
  error: string | null;
}

export function useAssign(detail: Detail): Assigning {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const noteInRows = useNoteInRows();
  const { actor: viewer } = useViewer();
  const { id, assignment: before } = detail.changeset;
  const { queryKey } = trpc.changesets.detail.queryOptions({ id });
  const mutation = useMutation(trpc.changesets.assign.mutationOptions());
  const assign = (to: Person | null) => {
    const wanted = { id, assignee: to?.actor ?? null, previous: before?.assignee ?? null };
    mutation.mutate(wanted, {
      onSuccess: ({ assignment }) => {
        const name = to?.name ?? null;
        cache.setQueryData(queryKey, (known) => {
          if (known === undefined) return known;
          const actorNames =
            to === null || name === null ? known.actorNames : { ...known.actorNames, [to.actor]: name };
          return { ...known, actorNames, changeset: { ...known.changeset, assignment } };
        });
        noteInRows({ ...teamOf(detail), assignment, assigneeName: name });
        void cache.invalidateQueries({ queryKey: trpc.changesets.counts.pathKey() });
        announce(assignment === null ? 'Released' : assignmentText(assignment, { viewer, name }));
      },
      // Somebody else was faster: who it was is shown by what is read now.
      onError: () => void cache.invalidateQueries({ queryKey }),
    });
  };
  const { isPending: busy, error } = mutation;
  return { assign, busy, error: error === null ? null : toCallError(error).detail };
}
