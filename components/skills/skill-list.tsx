'use client';

/** The list of skills, page by page, with its empty, waiting and failed states. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGED, SELDOM, useTRPC } from '../api/trpc.ts';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState, ListLink, NoMatches } from '../ui/layout/states.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { SkillTable } from './skill-table.tsx';
import { type ListState, UNFILTERED } from './wording.ts';

interface ListProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
  agentId: string | null;
}

export function SkillList({ state, change, agentId }: ListProps) {
  const { status, tag, text, pinned, order } = state;
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const input = {
    agentId,
    order,
    ...(status === '' ? {} : { status }),
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
    ...(pinned === '' ? {} : { pinned: true }),
    text,
  };
  const list = useInfiniteQuery(trpc.skills.list.infiniteQueryOptions(input, { ...PAGED, ...SELDOM }));
  const filtered = status !== '' || tag !== '' || text !== '' || pinned !== '';
  return (
    <PagedList
      list={list}
      count={10}
      noun="skill"
      empty={
        filtered ? (
          <NoMatches plural="skills" onClear={() => change(UNFILTERED)} />
        ) : (
          <EmptyState
            title="No skills yet"
            action={<ListLink href={hrefOf('/skills/new')} label="Write a skill" />}
          >
            Skills appear here when a reviewer approves a learned proposal, or when someone writes or imports
            one.
          </EmptyState>
        )
      }
    >
      {(rows) => <SkillTable rows={rows} />}
    </PagedList>
  );
}
