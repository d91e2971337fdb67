'use client';

/** What stays set for a skill: its pin, and the request for a better wording. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { Button } from '../ui/forms/button.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Skeleton } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import type { SkillSummary } from './wording.ts';

export function Governance({ summary }: { summary: SkillSummary }) {
  return (
    <Card title="Governance">
      <div className="flex flex-col gap-4">
        <Pinned summary={summary} />
        <hr className="border-line" />
        <Evolve summary={summary} />
      </div>
    </Card>
  );
}

function Pinned({ summary: { id, pinned } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const allowed = useAllowed('review');
  const pin = useChange(trpc.skills.pin, {
    stale: [trpc.skills],
    done: (reply) => ({ title: reply.pinned ? 'Pinned' : 'Unpinned', tone: 'good' }),
    failed: 'Could not change the pin',
  });
  const shown = pin.isPending ? pin.variables.pinned !== false : pinned;
  return (
    <Switch
      label="Pinned"
      hint={
        allowed
          ? 'Exempt from becoming stale or archived. Its content can still change.'
          : 'Exempt from becoming stale or archived. To change it you need the review scope.'
      }
      checked={shown}
      disabled={!allowed || pin.isPending}
      onCheckedChange={(wanted) => pin.mutate({ skill_id: id, pinned: wanted })}
    />
  );
}

function Evolve({ summary: { id } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const [said, setSaid] = useState<string | null>(null);
  const allowed = useAllowed('review');
  const preview = useQuery(trpc.skills.evolution.queryOptions({ id }, { enabled: allowed }));
  const evolve = useMutation(
    trpc.skills.evolve.mutationOptions({
      onSuccess: ({ status, reason }) =>
        setSaid(
          status === 'queued'
            ? 'Queued. A better version will appear as a changeset.'
            : `Nothing was queued: ${reason ?? 'the server gave no reason'}.`,
        ),
      onError: (error) => setSaid(`Nothing was queued: ${toCallError(error).detail}.`),
    }),
  );
  const obstacle = preview.data?.obstacle ?? null;
  return (
    <div className="flex flex-col items-start gap-2">
      <h3 className="text-table">Evolve</h3>
      <p className="text-caption text-quiet">Proposes a better wording, based on recent runs.</p>
      {allowed && preview.data === undefined && preview.error === null ? (
        <Skeleton className="h-8 w-full" />
      ) : obstacle === null ? (
        <ScopedButton
          scope="review"
          loading={evolve.isPending}
          disabled={evolve.data?.status === 'queued'}
          onClick={() => evolve.mutate({ skill_id: id })}
        >
          Evolve
        </ScopedButton>
      ) : (
        <Button disabled={true}>Evolve</Button>
      )}
      <p aria-live="polite" className="text-caption text-quiet">
        <LearnedText
          text={
            said ??
            (obstacle === null
              ? costText(preview.data?.tokens)
              : `Not now: ${obstacle}. Until then, edit the skill by hand.`)
          }
        />
      </p>
    </div>
  );
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function costText(tokens: number | null | undefined): string {
  if (tokens === undefined) return 'Queues a job.';
  if (tokens === null) return 'Queues a job. Cost unknown: none has run recently.';
  return `Queues a job. Uses about ${short.format(tokens)} tokens (median of recent calls).`;
}
