'use client';

/** Trusts a tool, after a dialog has said what follows. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { holdingSources } from '../../../server/domain/trust/source-names.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Detail } from '../detail.ts';

const TrustDialog = dynamic(() => import('./trust-dialog.tsx').then((m) => m.TrustDialog), { ssr: false });

interface TrustButtonProps {
  agentId: string;
  tool: string;
  variant?: 'quiet' | 'secondary';
}

export function TrustButton({ agentId, tool, variant = 'quiet' }: TrustButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ScopedButton scope="admin" variant={variant} onClick={() => setOpen(true)}>
        <LearnedText text={`Trust ${tool}`} className="max-w-48 truncate" />
      </ScopedButton>
      {open ? <TrustDialog agentId={agentId} tool={tool} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The third way on from a change that waits for one tool alone. */
export function TrustHolding({ changeset: { agentId, sources, because } }: Pick<Detail, 'changeset'>) {
  const [source] = because.length === 1 ? holdingSources(sources, because) : [];
  return source?.kind === 'tool' ? <TrustButton agentId={agentId} tool={source.name} /> : null;
}
