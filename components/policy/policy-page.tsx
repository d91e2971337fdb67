'use client';

/** Policy: the tenant's own settings of approval, recall and canaries. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { PolicyCard } from './policy-card.tsx';
import { SettingsForm } from './settings-form.tsx';

export function PolicyPage() {
  return (
    <PageGate page="Policy" scopes={['admin']}>
      <PageHeader
        title="Policy"
        finding="What is approved without a person, what recalls serve, and how canaries end, for this tenant."
      />
      <Policy />
    </PageGate>
  );
}

function Policy() {
  const trpc = useTRPC();
  const policy = useQuery(trpc.policy.read.queryOptions());
  const history = useQuery(trpc.policy.history.queryOptions({}));
  const failed = [policy, history].find(({ isError }) => isError);
  if (failed !== undefined) {
    const retry = () => void Promise.all([policy.refetch(), history.refetch()]);
    return <ErrorBlock what="load the settings" error={failed.error} onRetry={retry} />;
  }
  if (policy.data === undefined || history.data === undefined) {
    return <Waiting what="the settings" className="h-96" />;
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <SettingsForm policy={policy.data} />
      <PolicyCard policy={policy.data} versions={history.data.items} />
    </div>
  );
}
