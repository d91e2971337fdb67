'use client';

/** What changesets say that a page knows by their ids alone. */
import { useQueries } from '@tanstack/react-query';
import type { Headline } from '../../server/domain/skills/changesets/wording/headline.ts';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed } from '../shell/viewer.ts';

/** As many ids as fit the address of one request. */
const ASKED = 40;

/** By id, as far as they are read: without the scope to review nothing is. What a changeset says may be amended. */
export function useHeadlines(ids: readonly string[]): ReadonlyMap<string, Headline> {
  const trpc = useTRPC();
  const may = useAllowed('review');
  const wanted = may ? [...new Set(ids)] : [];
  const parts = Array.from({ length: Math.ceil(wanted.length / ASKED) }, (_, part) =>
    wanted.slice(part * ASKED, (part + 1) * ASKED),
  );
  const queries = useQueries({
    queries: parts.map((some) => trpc.changesets.headlines.queryOptions({ ids: some })),
  });
  return new Map(queries.flatMap(({ data }) => Object.entries(data ?? {})));
}
