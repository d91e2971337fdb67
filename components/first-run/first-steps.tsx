/** Three steps that connect an agent: a key, a snippet, and the first episode seen to arrive. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useCreateKey } from '../keys/use-create-key.ts';
import { useViewer } from '../shell/viewer.ts';
import { ArrivalStep } from './arrival-step.tsx';
import { KeyStep } from './key-step.tsx';
import { SnippetStep } from './snippet-step.tsx';
import { KEY_PLACEHOLDER } from './snippets.ts';

export function FirstSteps({ start }: { start: Outputs['overview']['firstRun'] }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.session.me.queryOptions());
  const { canSignOut } = useViewer();
  const creation = useCreateKey();
  const key = creation.created?.key ?? (canSignOut ? KEY_PLACEHOLDER : null);
  const url = me?.settings.publicUrl ?? window.location.origin;
  return (
    <ol aria-label="First steps" className="flex flex-col p-1 md:p-3">
      <KeyStep keys={start.keys} creation={creation} />
      <SnippetStep
        connection={{ url, key }}
        recorded={start.firstEpisode !== null}
        recalled={start.recalled}
      />
      <ArrivalStep start={start} />
    </ol>
  );
}
