'use client';

/** The list of skills, page by page, with its empty, waiting and failed states. */
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { EmptyState, Loading, LoadMore } from '../ui/layout/states.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { SkillTable } from './skill-table.tsx';
import type { ListState } from './wording.ts';

interface ListProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
  agentId: string | null;
}

export function SkillList({ state, change, agentId }: ListProps) {
  const { status, tag, text, pinned, order } = state;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const input = {
    agentId,
    order,
    ...(status === '' ? {} : { status }),
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
    ...(pinned === '' ? {} : { pinned: true }),
    text,
  };
  const list = useInfiniteQuery(
    trpc.skills.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  useLive((changes) => {
    if (concerns(changes, 'skill', 'changeset')) {
      void queries.invalidateQueries({ queryKey: trpc.skills.pathKey() });
    }
  });
  if (list.data === undefined) return <Loading query={list} what="the skills" count={10} inset={true} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) {
    const filtered = status !== '' || tag !== '' || text !== '' || pinned !== '';
    return <Nothing filtered={filtered} onClear={() => change(UNFILTERED)} />;
  }
  return (
    <>
      <SkillTable rows={rows} />
      <LoadMore list={list} shown={rows.length} noun="skill" />
    </>
  );
}

const UNFILTERED = { status: '', tag: '', text: '', pinned: '' } as const;

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const hrefOf = useAgentHref();
  if (filtered) {
    return (
      <EmptyState title="No skills match" action={<Button onClick={onClear}>Clear filters</Button>}>
        Clear the filters to see more.
      </EmptyState>
    );
  }
  const link = (
    <Link href={hrefOf('/skills/new')} className={buttonLook({})}>
      Write a skill
    </Link>
  );
  return (
    <EmptyState title="No skills yet" action={link}>
      Skills appear here when a reviewer approves a learned proposal, or when someone writes or imports one.
    </EmptyState>
  );
}
