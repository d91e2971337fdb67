'use client';

/** What rows of the queue show of people, kept as it is known by now: rows are never read again by themselves. */
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Detail } from '../detail.ts';

/** What a row of the queue shows of people. */
interface TeamFacts {
  id: string;
  assignment: Detail['changeset']['assignment'];
  assigneeName: string | null;
  mentionsViewer: boolean;
}

export function teamOf({ changeset, actorNames, mentionsViewer }: Detail): TeamFacts {
  const { id, assignment } = changeset;
  return { id, assignment, mentionsViewer, assigneeName: actorNames[assignment?.assignee ?? ''] ?? null };
}

interface Rows {
  items?: readonly { id: string }[];
  pages?: readonly Rows[];
}

function withFacts(rows: Rows | undefined, facts: TeamFacts): Rows | undefined {
  if (rows === undefined) return rows;
  const { items, pages } = rows;
  return {
    ...rows,
    ...(items && { items: items.map((item) => (item.id === facts.id ? { ...item, ...facts } : item)) }),
    ...(pages && { pages: pages.map((page) => withFacts(page, facts) ?? page) }),
  };
}

/** Writes what is known of a changeset into its row. */
export function useNoteInRows(): (facts: TeamFacts) => void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  return (facts) => {
    const queryKey = trpc.changesets.queue.pathKey();
    cache.setQueriesData<Rows>({ queryKey }, (rows) => withFacts(rows, facts));
  };
}
