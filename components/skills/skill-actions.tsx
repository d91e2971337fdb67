'use client';

/** What a reviewer may do with a skill as a whole: rewrite it, roll it back, take it out of service. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { useServiceChange } from './use-service-change.ts';
import { RollbackDialog } from './versions/rollback-dialog.tsx';
import { ownerText, type SkillSummary } from './wording.ts';

export function SkillActions({ summary }: { summary: SkillSummary }) {
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
