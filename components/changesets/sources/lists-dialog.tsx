'use client';

/** Edits the lists of an agent's trusted and untrusted tools. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { Textarea } from '../../ui/forms/field.tsx';
import { Refused } from '../../ui/layout/refused.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useReportDecision } from '../decide/last-decision.ts';
import { useRefreshSources } from './use-trust-tool.ts';

interface ListsDialogProps {
  agentId: string;
  sources: Outputs['agents']['sources'];
  onClose: () => void;
}

export function ListsDialog({ agentId, sources, onClose }: ListsDialogProps) {
  const [trusted, setTrusted] = useState(sources.trusted.join('\n'));
  const [untrusted, setUntrusted] = useState(sources.untrusted.join('\n'));
  const { change, isPending, error } = useChangeSources(agentId);
  const { trusted: trustedBefore, untrusted: untrustedBefore } = sources;
  const before = { trusted: trustedBefore, untrusted: untrustedBefore };
  const save = () =>
    change({ trusted: linesOf(trusted), untrusted: linesOf(untrusted) }, before).then(
      onClose,
      () => undefined,
    );
  return (
    <ConfirmDialog
      title={`Tools of ${agentId}`}
      description="Names or patterns, one a line; * stands for any characters. The untrusted list counts first, then the trusted one, then the defaults."
      action="Save"
      busy={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Textarea
        label="Trusted"
        hint="Policy may approve what these tools teach. It decides anew on changes that wait for them alone."
        mono={true}
        value={trusted}
        onChange={(event) => setTrusted(event.target.value)}
      />
      <Textarea
        label="Untrusted"
        hint="What these tools teach waits for a person."
        mono={true}
        value={untrusted}
        onChange={(event) => setUntrusted(event.target.value)}
      />
      <details className="text-quiet text-table">
        <summary className="cursor-pointer py-1">Default patterns of untrusted tools</summary>
        <p className="pt-1 font-mono text-code">
          <LearnedText text={sources.defaults.join(' ')} />
        </p>
      </details>
      <Refused saying="Not saved." error={error} />
    </ConfirmDialog>
  );
}

interface Lists {
  trusted: string[];
  untrusted: string[];
}

/** Replaces the lists, and offers to return to those before. */
function useChangeSources(agentId: string) {
  const trpc = useTRPC();
  const report = useReportDecision();
  const refresh = useRefreshSources();
  const { mutateAsync, isPending, error } = useMutation(
    trpc.agents.changeSources.mutationOptions({ onSettled: refresh }),
  );
  const change = async (lists: Lists, before: Lists | null): Promise<void> => {
    await mutateAsync({ agent_id: agentId, ...lists });
    const undo = before === null ? {} : { undo: { label: 'Undo', run: () => void change(before, null) } };
    const title = before === null ? `The lists of ${agentId} are as before` : `Saved the lists of ${agentId}`;
    report({ headline: null, skills: '', tone: 'plain', title, ...undo });
  };
  return { change, isPending, error };
}

const linesOf = (text: string) => [...new Set(text.split('\n').flatMap((line) => line.trim() || []))];
