/** The agent that the top bar has picked: part of every page's address, kept when one goes from page to page. */
'use client';

import { useSearchParams } from 'next/navigation';
import { text, urlSchema } from './fields.ts';
import { useUrlState } from './use-url-state.ts';

const SCHEMA = urlSchema({ agent: text(64) });

/** The picked agent's id (`*` is what all agents share), or null for all; and the way to pick another. */
export function useAgent(): [string | null, (agent: string | null) => void] {
  const [{ agent }, change] = useUrlState(SCHEMA);
  return [agent === '' ? null : agent, (picked) => change({ agent: picked ?? '' })];
}

/** Makes an address of the dashboard that keeps the picked agent: `hrefOf('/skills')`. */
export function useAgentHref(): (path: string) => string {
  const agent = useSearchParams().get('agent');
  return (path) => {
    if (agent === null) return path;
    return `${path}${path.includes('?') ? '&' : '?'}agent=${encodeURIComponent(agent)}`;
  };
}
