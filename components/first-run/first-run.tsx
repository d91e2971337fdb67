/** The first run of a tenant: a key, a snippet, and the first episode seen to arrive. It blocks nothing and can be put away. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useCreateKey } from '../keys/use-create-key.ts';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ArrivalStep } from './arrival-step.tsx';
import { KeyStep } from './key-step.tsx';
import { SnippetStep } from './snippet-step.tsx';
import { KEY_PLACEHOLDER } from './snippets.ts';

interface FirstRunProps {
  start: Outputs['overview']['firstRun'];
  onDismiss: () => void;
}

export function FirstRun({ start, onDismiss }: FirstRunProps) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.session.me.queryOptions());
  const { canSignOut } = useViewer();
  const creation = useCreateKey();
  const key = creation.created?.key ?? (canSignOut ? KEY_PLACEHOLDER : null);
  const url = me?.settings.publicUrl ?? window.location.origin;
  return (
    <>
      <PageHeader
        title="Review"
        finding="Nothing to decide yet: no agent of this tenant has learned anything."
        actions={<Button onClick={onDismiss}>Dismiss</Button>}
      />
      <Card title="Connect an agent" note="three steps, about two minutes" className="max-w-4xl">
        <ol aria-label="First steps" className="flex flex-col p-1 md:p-3">
          <KeyStep keys={start.keys} creation={creation} />
          <SnippetStep
            connection={{ url, key }}
            recorded={start.firstEpisode !== null}
            recalled={start.recalled}
          />
          <ArrivalStep start={start} />
        </ol>
      </Card>
    </>
  );
}
