'use client';

/** Three steps that connect an agent: a key, a snippet, and the first episode seen to arrive. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC, faultOf } from '../api/trpc.ts';
import { useCreateKey, useLeaveGuard } from '../keys/use-create-key.ts';
import { useViewer, useAllowed } from '../shell/viewer.ts';
import { SnippetStep } from './snippet-step.tsx';
import { KEY_PLACEHOLDER } from './snippets.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from '../ui/cn.ts';
import Link from 'next/link';
import { Time } from '../ui/time.tsx';
import { CreatedKey } from '../keys/create-key-dialog.tsx';
import { ScopedButton } from '../shell/scope-gate.tsx';

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

/** One step of the first run: its number, or a tick once it is done. */

interface StepProps {
  number: number;
  title: ReactNode;
  done: boolean;
  children: ReactNode;
}

export function Step({ number, title, done, children }: StepProps) {
  const mark = done ? <Check className="size-4" /> : String(number);
  return (
    <li className="relative flex gap-4 pb-8 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-1 left-3.5 w-px bg-line [li:last-child>&]:hidden"
      />
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full font-semibold text-caption tabular-nums',
          done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-strong',
        )}
      >
        {mark}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 pt-0.5">
        <h3 className="font-semibold text-heading">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** Step 3: waits for the first episode, and says when learning begins. */

type Start = Outputs['overview']['firstRun'];

function nextText({ untilReflection }: Start): string {
  if (untilReflection === null) {
    return 'No learning model is configured: recording and recall work, and nothing is learned by itself.';
  }
  const episodes = untilReflection === 1 ? 'episode' : 'episodes';
  return `First reflection after ${untilReflection} more ${episodes} of this agent. What it proposes appears here for a decision.`;
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
                prefetch={false}
                className="font-mono text-accent text-code underline-offset-2 hover:underline"
              >
                {firstEpisode.id}
              </Link>{' '}
              <Time at={firstEpisode.createdAt} />
            </p>
            <p className="max-w-[75ch] text-quiet">{nextText(start)}</p>
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
    return 'Authentication is off here, so that the snippets below also work without a key.';
  }
  if (keys > 0) {
    const word = keys === 1 ? '1 key' : `${keys} keys`;
    return `This tenant has ${word}. Use one with the learn scope, or create another for this agent.`;
  }
  return admin
    ? 'An agent needs a key with the learn scope, and nothing else.'
    : 'An agent needs a key with the learn scope. Ask an administrator for one: creating it needs the admin scope.';
}

function KeyStep({ keys, creation }: KeyStepProps) {
  const { created, create, isPending, error } = creation;
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
            onClick={() => create({ name: 'first agent', scopes: ['learn'] })}
            className="self-start"
          >
            Create a learn key
          </ScopedButton>
          {error === null ? null : (
            <p role="alert" className="text-danger text-table">
              Not created: {faultOf(error).detail}
            </p>
          )}
        </>
      ) : (
        <CreatedKey created={created} onCopied={() => setCopied(true)} />
      )}
    </Step>
  );
}
