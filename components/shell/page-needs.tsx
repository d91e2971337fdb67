'use client';

/** What each page asks of its reader. Who lacks it is told so in the place of the page, and nothing is asked for it. */
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { CONNECT, MAIN, SETTINGS } from './navigation.ts';
import { PageGate } from './scope-gate.tsx';
import type { Scope } from './viewer.ts';

/** Pages that the rail does not lead to, by how their address begins: the first that fits counts. */
const BELOW: readonly { path: string; label: string; scopes: readonly Scope[] }[] = [
  CONNECT,
  { path: '/changesets/', label: 'Changeset', scopes: ['review'] },
  { path: '/canaries/', label: 'Canary', scopes: ['review'] },
  // Says itself what it needs, which is more for a skill that is there already.
  { path: '/skills/new', label: 'Write a skill', scopes: [] },
  { path: '/skills/', label: 'Skill', scopes: ['learn'] },
  { path: '/episodes/', label: 'Episode', scopes: ['learn'] },
  { path: '/recalls/', label: 'Recall', scopes: ['learn'] },
];

/** The page of tenants is for operators, and says so itself. */
export function PageNeeds({ children }: { children: ReactNode }) {
  const address = usePathname();
  const needed =
    [...MAIN, ...SETTINGS].find(({ path }) => path === address) ??
    BELOW.find(({ path }) => address.startsWith(path));
  if (needed === undefined) return children;
  return (
    <PageGate page={needed.label} scopes={needed.scopes}>
      {children}
    </PageGate>
  );
}
