/** The first run of a tenant: three steps that mark themselves as done, with commands that work as written. */
'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { IdChip } from '../ui/id-chip.tsx';
import { Time } from '../ui/time.tsx';

type Start = Outputs['overview']['firstRun'];

const RECORD = `curl -s "$WHETSTONE/v1/episodes" \\
  -H "authorization: Bearer $WHETSTONE_KEY" -H 'content-type: application/json' -d '{
  "task": "Refund order 1001",
  "outcome": "failure",
  "error": "refund exceeds the captured amount"
}'`;

const RECALL = `curl -s "$WHETSTONE/v1/recall" \\
  -H "authorization: Bearer $WHETSTONE_KEY" -H 'content-type: application/json' -d '{
  "query": "Refund an order for a customer"
}'`;

export function FirstRun({ start }: { start: Start }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { data: me } = useQuery(trpc.session.me.queryOptions());
  useLive((changes) => {
    if (!concerns(changes, 'episode', 'api_key')) return;
    void cache.invalidateQueries({ queryKey: trpc.overview.firstRun.queryKey() });
  });
  const address = me?.settings.publicUrl ?? '';
  return (
    <div className="flex max-w-3xl flex-col gap-5 px-4 py-6 md:px-6">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-heading">Connect an agent</h2>
        <p className="max-w-[60ch] text-quiet">
          It records its runs and recalls what was learned. What learning proposes is then decided here.
        </p>
      </div>
      <ol className="flex flex-col gap-5">
        <Step done={start.keys > 0} title="Create a key with the learn scope">
          <p className="text-quiet">
            Under{' '}
            <Link href="/settings/keys" className="text-accent-strong underline">
              API keys
            </Link>
            . In dev mode none is needed.
          </p>
        </Step>
        <Step done={start.firstEpisode !== null} title="Record a run, and recall before the next one">
          <Command>{`export WHETSTONE=${address} WHETSTONE_KEY=…`}</Command>
          <Command>{RECORD}</Command>
          <Command>{RECALL}</Command>
        </Step>
        <Step done={start.untilReflection === 0} title={<Waiting start={start} />} />
      </ol>
    </div>
  );
}

function Waiting({ start: { firstEpisode, untilReflection } }: { start: Start }) {
  if (firstEpisode === null) {
    return (
      <span className="inline-flex items-center gap-2">
        Waiting for the first episode
        <span aria-hidden="true" className="size-2 animate-wait rounded-full bg-accent" />
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      Received <IdChip id={firstEpisode.id} label="Episode" /> <Time at={firstEpisode.createdAt} />
      <span className="font-normal text-quiet">
        {untilReflection === null
          ? 'Nothing is learned automatically: no model is configured.'
          : `First reflection after ${untilReflection} more.`}
      </span>
    </span>
  );
}

function Step({ done, title, children }: { done: boolean; title: ReactNode; children?: ReactNode }) {
  const Icon = done ? Check : Circle;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={done ? 'mt-0.5 size-4 text-good' : 'mt-0.5 size-4 text-faint'} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="font-medium">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}

function Command({ children }: { children: string }) {
  return (
    <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-3 py-2 font-mono text-code">
      {children}
    </pre>
  );
}
