'use client';

/** Policy: the tenant's own settings of approval, recall and canaries. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Fold } from '../ui/layout/fold.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { ChangePolicy } from './change-dialog.tsx';
import { changeTexts, ownText, type Policy, type PolicyVersion } from './policy-changes.ts';
import { SettingsForm } from './settings-form.tsx';

export function PolicyPage() {
  return (
    <PageGate page="Policy" scopes={['admin']}>
      <PageHeader
        title="Policy"
        finding="What is approved without a person, what recalls serve, and how canaries end, for this tenant."
      />
      <PolicyCards />
    </PageGate>
  );
}

function PolicyCards() {
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

interface PolicyCardProps {
  policy: Policy;
  /** Newest first; the first one holds. */
  versions: readonly PolicyVersion[];
}

function PolicyCard({ policy, versions }: PolicyCardProps) {
  const [current, previous] = versions;
  if (current === undefined) return null;
  const changes = changeTexts(policy.installation, policy.settings);
  return (
    <Card
      title="Policy of this tenant"
      note={<Changed version={current} />}
      actions={<Return policy={policy} version={previous} />}
    >
      <div className="flex flex-col gap-3">
        {changes.length === 0 ? (
          <p className="text-table">The installation’s settings apply.</p>
        ) : (
          <ul aria-label="Settings of this tenant" className="flex flex-wrap gap-2">
            {changes.map((text) => (
              <li key={text}>
                <Badge tone="accent">{text}</Badge>
              </li>
            ))}
          </ul>
        )}
        {versions.length < 2 ? null : (
          <Fold title="Earlier" level={3} line={ownText(previous?.own ?? {})}>
            <ul aria-label="Earlier versions" className="flex flex-col divide-y divide-line text-table">
              {versions.slice(1).map((version) => (
                <li key={version.version} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <span className="min-w-0 flex-1 basis-56">
                    {ownText(version.own)}
                    <span className="block text-caption text-quiet">
                      <Changed version={version} />
                    </span>
                  </span>
                  <Return policy={policy} version={version} />
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </div>
    </Card>
  );
}

function Changed({ version: { version, actorName, changedBy, changedAt } }: { version: PolicyVersion }) {
  return (
    <>
      Version {version}, by <LearnedText text={actorName ?? changedBy} /> <Time at={changedAt} />
    </>
  );
}

/** `version` undefined: as before there was any. */
function Return({ policy, version }: { policy: Policy; version: PolicyVersion | undefined }) {
  const to = version === undefined ? 'the installation’s settings' : `version ${version.version}`;
  return (
    <ChangePolicy
      policy={policy}
      own={version?.own ?? {}}
      look={{ size: 'small' }}
      label={`Return to ${to}`}
      title={`Return to ${to}`}
      verb="Return"
      done="The earlier settings apply again"
    />
  );
}
