'use client';

/** One skill: what it says, how it came to say it, how well that works, and the ways to govern it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { OFTEN, type Outputs, PAGED, useTRPC } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { PageGate, PartGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Download } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState, Gone, Loading, LoadingPage } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { saveFile } from '../ui/save-file.ts';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import { Governance } from './governance.tsx';
import { SkillLiftCard } from './lift/skill-lift-card.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import { SkillHead } from './skill-head.tsx';
import { VersionsTab } from './versions/versions-tab.tsx';
import type { SkillSummary } from './wording.ts';
import { SKILL_STATE, type SkillDetail, type SkillTab, sourceText } from './wording.ts';

export function SkillPage({ id }: { id: string }) {
  return (
    <PageGate page="Skill" scopes={['learn']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.skills.detail.queryOptions({ id }, OFTEN));
  if (detail.data !== undefined) return <Shown detail={detail.data} />;
  const gone = <Gone noun="skill" list={{ href: '/skills', label: 'All skills' }} />;
  return <LoadingPage query={detail} noun="skill" count={12} gone={gone} />;
}

function Shown({ detail }: { detail: SkillDetail }) {
  const [{ tab }, , hrefFor] = useUrlState(SKILL_STATE);
  const { summary, skill } = detail;
  const rules = skill.bullets.filter(({ status }) => status === 'active').length;
  const tabs: { key: SkillTab; label: string; count?: number }[] = [
    { key: 'rules', label: 'Rules', count: rules },
    { key: 'versions', label: 'Versions', count: summary.version },
    { key: 'performance', label: 'Performance' },
    { key: 'changesets', label: 'Changesets', ...countOf(summary.openChangesets) },
    { key: 'document', label: 'SKILL.md' },
  ];
  return (
    <>
      <SkillHead summary={summary} />
      <Tabs
        label="Parts of the skill"
        tabs={tabs.map(({ key, label, count }) => ({
          href: hrefFor({ tab: key, from: 0, to: 0 }),
          label,
          count,
          current: tab === key,
        }))}
      />
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <OpenTab tab={tab} detail={detail} />
        </div>
        <Governance summary={summary} />
      </div>
    </>
  );
}

function countOf(open: number): { count?: number } {
  return open === 0 ? {} : { count: open };
}

function OpenTab({ tab, detail }: { tab: SkillTab; detail: SkillDetail }) {
  const { summary } = detail;
  switch (tab) {
    case 'versions':
      return <VersionsTab summary={summary} />;
    case 'performance':
      return (
        <PartGate what="Success by version" scope="review">
          <SkillLiftCard summary={summary} />
          <PerformanceTab summary={summary} />
        </PartGate>
      );
    case 'changesets':
      return (
        <PartGate what="Changesets of the skill" scope="review">
          <ChangesetsTab summary={summary} />
        </PartGate>
      );
    case 'document':
      return <DocumentTab summary={summary} />;
    default:
      return <RulesTab detail={detail} />;
  }
}

function DocumentTab({ summary: { id } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const document = useQuery(trpc.skills.markdown.queryOptions({ id }));
  if (document.data === undefined) return <Loading query={document} what="the SKILL.md" count={10} />;
  return (
    <Card
      title="SKILL.md"
      note="Importing it again gives the same rules"
      flush={true}
      actions={<Taking text={document.data} />}
    >
      <LearnedText
        as="pre"
        text={document.data}
        className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-code"
      />
    </Card>
  );
}

function Taking({ text }: { text: string }) {
  return (
    <>
      <CopyButton size="small" text={text}>
        Copy
      </CopyButton>
      <Button size="small" onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), 'SKILL.md')}>
        <Download aria-hidden="true" />
        Download
      </Button>
    </>
  );
}

type Item = Outputs['changesets']['queue']['items'][number];

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'headline',
    header: 'Change',
    cell: ({ headline }) => (
      <span className="break-words">
        <HeadlineText headline={headline} most={200} />
      </span>
    ),
  },
  {
    ...{ key: 'status', header: 'Status' },
    cell: ({ status, rolledBack }) => <StatusBadge status={rolledBack ? 'rolled back' : status} />,
  },
  {
    ...{ key: 'risk', header: 'Risk' },
    cell: ({ risk, findings }) => <RiskMark risk={risk} findings={findings} />,
  },
  { key: 'source', header: 'Source', cell: ({ source }) => sourceText(source) },
  {
    ...{ key: 'reviewer', header: 'Decided by', word: 'decided by' },
    tells: ({ reviewer }) => reviewer !== null,
    cell: ({ reviewer, reviewerName: name }) =>
      reviewer === null ? '–' : <LearnedText text={actorLabel({ actor: reviewer, name })} />,
  },
  { key: 'at', header: 'Proposed', word: 'proposed', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function ChangesetsTab({ summary: { id } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.changesets.queue.infiniteQueryOptions({ tab: 'all', skillId: id }, PAGED),
  );
  return (
    <Card flush={true}>
      <PagedList
        list={list}
        count={6}
        noun="changeset"
        empty={<EmptyState title="No changesets">Every change of this skill is listed here.</EmptyState>}
      >
        {(rows) => (
          <Table
            caption="Changesets of the skill"
            columns={COLUMNS}
            rows={rows}
            rowKey={(item) => item.id}
            rowHref={(item) => `/changesets/${item.id}`}
          />
        )}
      </PagedList>
    </Card>
  );
}
