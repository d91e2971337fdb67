'use client';

import { useRouter } from 'next/navigation';
/** The head of a skill: what it is for, how it stands, its figures, and what one may do with it. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { PlaygroundLink } from '../recalls/playground/playground-link.tsx';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { FlaskConical } from '../ui/generated/icons.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Success } from './success.tsx';
import { useServiceChange } from './use-service-change.ts';
import { RollbackDialog } from './versions/rollback-dialog.tsx';
import { ownerText, type SkillSummary } from './wording.ts';

export function SkillHead({ summary }: { summary: SkillSummary }) {
  const { id, agentId, name, description, version, status, tags, updatedAt, canary, hidesShared } = summary;
  return (
    <>
      <PageHeader
        title={<LearnedText text={name} className="break-all" />}
        finding={<LearnedText as="span" text={description} code={true} className="block break-words" />}
        meta={
          <>
            <StatusBadge status={status} />
            <Badge>{agentId === '*' ? 'shared by all agents' : `agent ${agentId}`}</Badge>
            {hidesShared ? (
              <Badge
                tone="attention"
                title={`${ownerText(agentId)} reads this skill instead of the shared one of the same name`}
              >
                hides the shared skill of this name
              </Badge>
            ) : null}
            <span className="tabular-nums">v{version}</span>
            <span>
              changed <Time at={updatedAt} />
            </span>
            <IdChip id={id} label="Skill id" />
            <PlaygroundLink task={description} agentId={agentId} />
            {tags.map((tag) => (
              <Badge key={tag} className="max-w-48 truncate" title={tag}>
                <LearnedText as="span" text={`#${tag}`} className="truncate" />
              </Badge>
            ))}
          </>
        }
        actions={<SkillActions summary={summary} />}
      />
      {canary === null ? null : <OnTrial version={version} canary={canary} />}
      <Figures summary={summary} />
    </>
  );
}

function OnTrial({ version, canary }: { version: number; canary: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-line bg-accent-soft px-4 py-2.5 text-table">
      <FlaskConical aria-hidden="true" className="mt-px size-4 shrink-0 text-accent-strong" />
      <span className="min-w-0">
        A canary is running: some sessions are served a candidate instead of v{version}.{' '}
        <Link
          href={`/canaries/${canary}`}
          className="inline-block font-medium text-accent-strong underline underline-offset-2"
        >
          View results
        </Link>
      </span>
    </p>
  );
}

function Figures({ summary }: { summary: SkillSummary }) {
  const { success, uses, lastUsedAt, openChangesets } = summary;
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line text-table grid-cols-3 lg:grid-cols-[minmax(19rem,1.4fr)_1fr_1fr_1fr]">
      <Figure name="Success rate, 90 % interval" className="max-lg:col-span-3">
        <Success success={success} />
      </Figure>
      <Figure name="Uses">
        <span className="font-medium">
          <Numeral value={uses} />
        </span>
      </Figure>
      <Figure name="Last used">{lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}</Figure>
      <Figure name="Open changesets">
        <span className="font-medium">
          <Numeral value={openChangesets} />
        </span>
      </Figure>
    </dl>
  );
}

function Figure(props: { name: string; className?: string; children: ReactNode }) {
  const { name, className, children } = props;
  return (
    <div className={cn('flex min-w-0 flex-col justify-between gap-0.5 bg-surface px-4 py-2.5', className)}>
      <dt className="text-caption text-quiet">{name}</dt>
      <dd className="flex min-h-6 items-center">{children}</dd>
    </div>
  );
}

function SkillActions({ summary }: { summary: SkillSummary }) {
  const { id, version, status } = summary;
  const [open, setOpen] = useState<'rollback' | 'deprecate' | null>(null);
  const router = useRouter();
  const hrefOf = useAgentHref();
  const restore = useServiceChange(summary, false);
  const close = () => setOpen(null);
  return (
    <>
      {status === 'deprecated' ? (
        <ScopedButton scope="review" loading={restore.isPending} onClick={() => restore.mutate()}>
          Restore
        </ScopedButton>
      ) : (
        <ScopedButton scope="review" variant="quiet" onClick={() => setOpen('deprecate')}>
          Deprecate
        </ScopedButton>
      )}
      {version > 1 ? (
        <ScopedButton scope="review" onClick={() => setOpen('rollback')}>
          Roll back
        </ScopedButton>
      ) : null}
      <ScopedButton
        scope="review"
        variant="primary"
        onClick={() => router.push(hrefOf(`/skills/new?edit=${id}`))}
      >
        Edit
      </ScopedButton>
      {open === 'rollback' ? (
        <RollbackDialog summary={summary} version={version - 1} onClose={close} />
      ) : null}
      {open === 'deprecate' ? <DeprecateDialog summary={summary} onClose={close} /> : null}
    </>
  );
}

function DeprecateDialog({ summary, onClose }: { summary: SkillSummary; onClose: () => void }) {
  const { agentId, canary } = summary;
  const deprecate = useServiceChange(summary, true, onClose);
  return (
    <ConfirmDialog
      size="small"
      title={`Deprecate ${summary.name}?`}
      description={`${agentId === '*' ? 'No agent' : ownerText(agentId)} is ${agentId === '*' ? '' : 'not '}served it any more. Rules, versions and counters are kept, and it can be restored at any time.`}
      action="Deprecate"
      variant="danger"
      busy={deprecate.isPending}
      onConfirm={deprecate.mutate}
      onClose={onClose}
    >
      {canary === null ? undefined : <p className="text-table">Its running canary expires.</p>}
    </ConfirmDialog>
  );
}
