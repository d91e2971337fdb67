'use client';

/** All skills of the tenant: how well each does, and what waits on it. */
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { buttonLook } from '../ui/button-look.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import { LIST_STATE } from './address.ts';
import { SkillFilters } from './skill-filters.tsx';
import { SkillList } from './skill-list.tsx';
import { counted } from './wording.ts';

export function SkillsPage() {
  return (
    <PageGate page="Skills" scopes={['learn']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const [state, change] = useUrlState(LIST_STATE);
  const counts = useQuery(trpc.skills.counts.queryOptions({ agentId }, { enabled: useAllowed('review') }));
  return (
    <>
      <PageHeader title="Skills" finding={findingOf(counts.data)} actions={<WriteLinks />} />
      <section aria-label="Skills" className="min-w-0 rounded-md border border-line bg-surface">
        <SkillFilters state={state} change={change} />
        <SkillList state={state} change={change} agentId={agentId} />
      </section>
    </>
  );
}

function findingOf(counts: Partial<Record<string, number>> | undefined): string | undefined {
  if (counts === undefined) return undefined;
  const { active = 0, stale = 0, archived = 0, deprecated = 0 } = counts;
  if (active + stale + archived + deprecated === 0) return 'Agents have nothing to read yet.';
  const resting = [
    stale > 0 ? `${stale} stale` : '',
    archived > 0 ? `${archived} archived` : '',
    deprecated > 0 ? `${deprecated} deprecated` : '',
  ].filter((part) => part !== '');
  const rest = resting.length === 0 ? '' : `; ${resting.join(', ')}`;
  return `${counted(active, 'skill is', 'skills are')} served to agents${rest}.`;
}

function WriteLinks() {
  const hrefOf = useAgentHref();
  const allowed = useAllowed('review');
  const links = [
    { href: '/skills/new?mode=document', label: 'Import a SKILL.md', variant: 'secondary' },
    { href: '/skills/new', label: 'Write a skill', variant: 'primary' },
  ] as const;
  if (allowed) {
    return links.map(({ href, label, variant }) => (
      <Link key={href} href={hrefOf(href)} prefetch={false} className={buttonLook({ variant })}>
        {label}
      </Link>
    ));
  }
  return links.map(({ href, label }) => (
    <Tooltip key={href} text="Needs the review scope">
      <button type="button" aria-disabled="true" className={`${buttonLook({})} opacity-60`}>
        {label}
      </button>
    </Tooltip>
  ));
}
