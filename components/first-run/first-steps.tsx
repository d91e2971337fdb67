'use client';

import { useState } from 'react';
import type { Outputs } from '../api/trpc.ts';
import { CreatedKey } from '../keys/create-key-dialog.tsx';
import { useCreateKey } from '../keys/use-create-key.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed, useViewer } from '../shell/viewer.ts';
import { useLeaveGuard } from '../ui/forms/use-leave-guard.ts';
import { Refused } from '../ui/layout/refused.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { ModelHint } from './model-hint.tsx';
import { SnippetStep, Step } from './snippet-step.tsx';
import { KEY_PLACEHOLDER } from './snippets.ts';

export function FirstSteps({ start }: { start: Outputs['overview']['firstRun'] }) {
  const { canSignOut, publicUrl: url } = useViewer();
  const creation = useCreateKey();
  const key = creation.shown?.key ?? (canSignOut ? KEY_PLACEHOLDER : null);
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

/** Step 3: waits for the first episode, and says when learning begins. */
type Start = Outputs['overview']['firstRun'];

function nextText(untilReflection: number): string {
  const episodes = untilReflection === 1 ? 'episode' : 'episodes';
  return `First reflection after ${untilReflection} more ${episodes} of this agent. Proposals appear here.`;
}

function ArrivalStep({ start }: { start: Start }) {
  const { firstEpisode } = start;
  return (
    <Step number={3} title="See it arrive" done={firstEpisode !== null}>
      <div role="status" className="flex flex-col gap-1">
        {firstEpisode === null ? (
          <p className="flex items-center gap-2.5 text-quiet">
            <span aria-hidden="true" className="size-2.5 animate-wait rounded-full bg-accent" />
            Waiting for first episode
          </p>
        ) : (
          <>
            <p className="font-medium">
              Received{' '}
              <Link
                href={`/episodes/${firstEpisode.id}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                <LearnedText text={firstEpisode.task ?? firstEpisode.id} />
              </Link>{' '}
              <Time at={firstEpisode.createdAt} />
            </p>
            {start.untilReflection === null ? (
              <ModelHint />
            ) : (
              <p className="max-w-[75ch] text-quiet">{nextText(start.untilReflection)}</p>
            )}
          </>
        )}
      </div>
    </Step>
  );
}

/** Step 1: a key for the first agent, made here and shown once. */
interface KeyStepProps {
  keys: number;
  creation: ReturnType<typeof useCreateKey>;
}

function factsOf(keys: number, admin: boolean, needed: boolean): string {
  if (!needed && keys === 0) {
    return 'Authentication is off. The snippets below also work without a key.';
  }
  if (keys > 0) {
    const word = keys === 1 ? '1 key' : `${keys} keys`;
    return `This tenant has ${word}. Use one with the learn scope, or create another for this agent.`;
  }
  return admin
    ? 'An agent needs a key with the learn scope only.'
    : 'An agent needs a key with the learn scope. Ask an administrator for one: creating it needs the admin scope.';
}

function KeyStep({ keys, creation }: KeyStepProps) {
  const { shown: created, ask, isPending, error } = creation;
  const { canSignOut } = useViewer();
  const admin = useAllowed('admin');
  const [copied, setCopied] = useState(false);
  useLeaveGuard(created !== null && !copied);
  return (
    <Step number={1} title="Create a key for the agent" done={keys > 0}>
      {created === null ? (
        <>
          <p className="max-w-[75ch] text-quiet">{factsOf(keys, admin, canSignOut)}</p>
          <ScopedButton
            scope="admin"
            variant={keys > 0 ? 'secondary' : 'primary'}
            loading={isPending}
            onClick={() => ask({ name: 'first agent', scopes: ['learn'] })}
            className="self-start"
          >
            Create a learn key
          </ScopedButton>
          <Refused saying="Not created." error={error} />
        </>
      ) : (
        <CreatedKey created={created} onCopied={() => setCopied(true)} />
      )}
    </Step>
  );
}
