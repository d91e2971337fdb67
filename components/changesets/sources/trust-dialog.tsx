'use client';

/** Asks before an agent's tool is trusted, and says what follows. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { Refused } from '../../ui/layout/refused.tsx';
import { Loading } from '../../ui/layout/states.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useTrustTool } from './use-trust-tool.ts';

interface TrustDialogProps {
  agentId: string;
  tool: string;
  onClose: () => void;
}

export function TrustDialog({ agentId, tool, onClose }: TrustDialogProps) {
  const trpc = useTRPC();
  const preview = useQuery(trpc.agents.previewTrust.queryOptions({ agentId, tool }));
  const { trust, isPending, error } = useTrustTool({ agentId, tool });
  const confirm = () => trust(true).then(onClose, () => undefined);
  const refusal = preview.data?.refusal ?? null;
  return (
    <ConfirmDialog
      size="small"
      title={`Trust ${tool} for ${agentId}?`}
      description="Policy then decides on what its answers teach this agent, without a person."
      action={<LearnedText text={`Trust ${tool}`} />}
      busy={isPending || preview.data === undefined || refusal !== null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {preview.data === undefined ? (
        <Loading query={preview} what="what waits for it" count={2} />
      ) : (
        <Consequences {...preview.data} />
      )}
      <Refused saying="Not changed." error={error} />
    </ConfirmDialog>
  );
}

function Consequences({ decides, approves, refusal }: Outputs['agents']['previewTrust']) {
  if (refusal !== null) {
    return (
      <p role="alert" className="text-table">
        It cannot be trusted by its name: <LearnedText text={refusal} />. An admin can change that on the
        agent’s page.
      </p>
    );
  }
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-table tabular-nums">
      <li>{waitingText(decides, approves)}</li>
      <li>Whoever can write what it reads, such as a web page or a mail, can then teach this agent.</li>
      <li>You can undo this on the agent’s page. Changes that policy has approved by then stay in force.</li>
    </ul>
  );
}

function waitingText(decides: number, approves: number): string {
  if (decides === 0) return 'No waiting change depends on it alone.';
  const stay = decides - approves;
  const all = `${counted(decides, 'waiting change')} ${decides === 1 ? 'depends' : 'depend'} on it alone`;
  if (approves === 0) return `${all}, but policy approves none of them: they wait for other reasons too.`;
  if (stay === 0) return `${all}. Policy approves ${decides === 1 ? 'it' : 'all of them'} now.`;
  return `${all}. Policy approves ${approves} now; ${stay} still ${stay === 1 ? 'waits' : 'wait'}, for other reasons or for another change of the same skill.`;
}
