'use client';

/** Policy: the tenant's own settings, and what others would have made of the recorded past. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, ErrorBlock } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { Time } from '../ui/text/time.tsx';
import { text, useUrlState } from '../url/use-url-state.ts';
import { changedText } from './fields.ts';
import { PolicyCard } from './policy-card.tsx';
import { RehearsalView } from './rehearsal-view.tsx';
import { SettingsForm } from './settings-form.tsx';
import { isRehearsing, type RehearsalItem } from './words.ts';

const ID = /^rh_\w+$/;
const SCHEMA = { shown: text(64, ID), beside: text(64, ID) };
const ASK_AGAIN_MS = 2000;

export function PolicyPage() {
  return (
    <PageGate page="Policy" scopes={['admin']}>
      <PageHeader
        title="Policy"
        finding="Rehearse other settings on recorded history, then adopt those that do better. A rehearsal changes nothing."
      />
      <Policy />
    </PageGate>
  );
}

function Policy() {
  const trpc = useTRPC();
  const [{ shown, beside }, change] = useUrlState(SCHEMA);
  const policy = useQuery(trpc.policy.read.queryOptions());
  const history = useQuery(trpc.policy.history.queryOptions({}));
  const list = useQuery({
    ...trpc.rehearsals.list.queryOptions({}),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => isRehearsing(status)) ? ASK_AGAIN_MS : false,
  });
  const failed = [policy, history, list].find(({ isError }) => isError);
  if (failed !== undefined) {
    const retry = () => void Promise.all([policy.refetch(), history.refetch(), list.refetch()]);
    return <ErrorBlock what="load the settings" error={failed.error} onRetry={retry} />;
  }
  if (policy.data === undefined || history.data === undefined || list.data === undefined) {
    return <Waiting what="the settings" className="h-96" />;
  }
  const { items } = list.data;
  const show = (started: string) => {
    change({ shown: started, beside: '' });
    // What it says stands at the top, and the button that asked for it at the end of a long form.
    window.scrollTo({ top: 0 });
  };
  const id = shown === '' ? (items[0]?.id ?? '') : shown;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className={cn('flex min-w-0 flex-col gap-4 lg:order-2', id === '' && 'max-lg:order-2')}>
        <PolicyCard policy={policy.data} versions={history.data.items} />
        {id === '' ? <NoneYet /> : null}
        {id === '' ? null : (
          <RehearsalView
            key={id}
            id={id}
            policy={policy.data}
            others={items}
            beside={beside}
            onBeside={(chosen) => change({ beside: chosen })}
            onRemoved={() => change({ shown: '', beside: '' })}
            onStarted={show}
          />
        )}
        {items.length < 2 ? null : <EarlierCard items={items} shown={id} />}
      </div>
      <SettingsForm policy={policy.data} onStarted={show} />
    </div>
  );
}

function NoneYet() {
  return (
    <Card>
      <EmptyState title="No rehearsals yet">
        Change a setting and press Rehearse to see its effect on recent changesets, canaries and recalls. It
        uses no model and no tokens.
      </EmptyState>
    </Card>
  );
}

const COLUMNS: Column<RehearsalItem>[] = [
  { key: 'settings', header: 'Settings', className: 'md:[td&]:py-2', cell: (item) => changedText(item) },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'at', header: 'Started', word: 'asked', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function EarlierCard({ items, shown }: { items: readonly RehearsalItem[]; shown: string }) {
  return (
    <Card title="Rehearsals" flush={true}>
      <Table
        caption="Rehearsals"
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/settings/policy?shown=${id}`}
        selectedKey={shown}
      />
    </Card>
  );
}
