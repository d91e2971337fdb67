'use client';

/** Every changeset that changes or changed the skill, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Outputs, PAGED, useTRPC } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { type SkillSummary, sourceText } from './wording.ts';

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

export function ChangesetsTab({ summary: { id } }: { summary: SkillSummary }) {
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
