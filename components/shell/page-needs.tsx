'use client';

/** What each page asks of its reader. Who lacks it is told so in the place of the page, and nothing is asked for it. */
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageGate } from './scope-gate.tsx';
import type { Scope } from './viewer.ts';

/** By the address, of which the first that fits counts. The page of tenants is for operators, and says so itself. */
const NEEDS: readonly (readonly [address: RegExp, page: string, ...scopes: Scope[]])[] = [
  [/^\/review$/, 'Review', 'review'],
  [/^\/changesets\//, 'Changeset', 'review'],
  [/^\/canaries$/, 'Canaries', 'review'],
  [/^\/canaries\//, 'Canary', 'review'],
  [/^\/skills$/, 'Skills', 'learn'],
  [/^\/skills\/new$/, 'Write a skill', 'review'],
  [/^\/skills\//, 'Skill', 'learn'],
  [/^\/memories$/, 'Memories', 'learn'],
  [/^\/episodes$/, 'Episodes', 'review'],
  [/^\/episodes\//, 'Episode', 'learn'],
  [/^\/recalls\//, 'Recall', 'learn'],
  [/^\/insights$/, 'Insights', 'learn', 'review'],
  [/^\/playground$/, 'Playground', 'review'],
  [/^\/connect$/, 'Connect an agent', 'review'],
  [/^\/settings\/keys$/, 'API keys', 'admin'],
  [/^\/settings\/erasure$/, 'Erasure', 'admin'],
  [/^\/settings\/audit$/, 'Audit', 'admin'],
  [/^\/settings\/policy$/, 'Policy', 'admin'],
  [/^\/settings\/usage$/, 'Usage', 'admin'],
  [/^\/settings\/jobs$/, 'Jobs', 'admin'],
  [/^\/settings\/webhooks$/, 'Webhooks', 'admin'],
];

export function PageNeeds({ children }: { children: ReactNode }) {
  const path = usePathname();
  const needed = NEEDS.find(([address]) => address.test(path));
  if (needed === undefined) return children;
  const [, page, ...scopes] = needed;
  return (
    <PageGate page={page} scopes={scopes}>
      {children}
    </PageGate>
  );
}
