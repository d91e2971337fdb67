/** Stops a canary by hand, confirmed once: the candidate is rejected, and what else happens is said before. */
'use client';

import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { ErrorBlock } from '../ui/layout/states.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import type { CanaryDetail } from './address.ts';
import { fateOfOthers } from './verdict-sentence.ts';

export function StopDialog({ canary, onClose }: { canary: CanaryDetail; onClose: () => void }) {
  const { id, skillName, queued, waiting } = canary;
  const stop = useStop(canary, onClose);
  return (
    <ConfirmDialog
      size="small"
      title="Stop this canary?"
      description={`The candidate is rejected. ${skillName} keeps its current rules.`}
      cancel="Keep it running"
      action="Stop the canary"
      variant="danger"
      busy={stop.isPending}
      onConfirm={() => stop.mutate({ id })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 text-quiet text-table">
        <p>
          The current text is stored again as the next version. The audit log records who stopped the canary.
        </p>
        {queued.length + waiting.length === 0 ? null : <p>{fateOfOthers(queued.length, waiting.length)}</p>}
        {stop.error === null ? null : <ErrorBlock what="stop the canary" error={stop.error} />}
      </div>
    </ConfirmDialog>
  );
}

function useStop({ skillName }: CanaryDetail, onClose: () => void) {
  const trpc = useTRPC();
  return useChange(trpc.canaries.stop, {
    stale: [trpc.canaries, trpc.changesets, trpc.skills, trpc.overview],
    done: ({ version }) => ({
      title: 'Canary stopped',
      detail: `${skillName} keeps its rules, now as v${version}.`,
    }),
    onDone: onClose,
  });
}
