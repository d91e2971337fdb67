/** The review queue with its list: the walk as the address of the list has it. */
'use client';

import { useRouter } from 'next/navigation';
import { useAgent } from '../url/use-agent.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { pageOf, REVIEW_STATE } from './review-state.ts';
import { useWalk } from './use-walk.ts';

export type Review = ReturnType<typeof useReview>;

export function useReview() {
  const router = useRouter();
  const [agentId] = useAgent();
  const [state, change, hrefFor] = useUrlState(REVIEW_STATE);
  const show = (id: string) => change({ id }, { history: 'replace' });
  const walk = useWalk({ state, agentId, at: state.id === '' ? null : state.id, show });
  const step = (by: 1 | -1) => {
    const id = walk.beside(by);
    if (id !== null) show(id);
  };
  const pageHref = (id: string) => pageOf(id, state, agentId);
  const openPage = (id: string) => router.push(pageHref(id));
  return { ...walk, state, change, hrefFor, show, step, pageHref, openPage };
}
