/** What agents are told about a user at the start of a run: the card made of the user's preferences. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { Card } from '../ui/layout/card.tsx';
import { ErrorBlock, Skeleton } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';

export function ProfileCard({ agentId, userId }: { agentId: string | null; userId: string }) {
  if (agentId === null) {
    return (
      <Card title="Profile card">
        <p className="text-quiet">
          Each agent has its own profile of a user. Pick an agent in the top bar to see the profile of{' '}
          <LearnedText text={userId} />.
        </p>
      </Card>
    );
  }
  return <CardOf agentId={agentId} userId={userId} />;
}

function CardOf({ agentId, userId }: { agentId: string; userId: string }) {
  const trpc = useTRPC();
  const card = useQuery(trpc.memories.profile.queryOptions({ agentId, userId }));
  if (card.error !== null) {
    return <ErrorBlock what="load the profile card" error={card.error} onRetry={() => void card.refetch()} />;
  }
  const made = card.data;
  return (
    <Card
      title={`Profile of ${userId} served to agents`}
      {...(made === undefined ? {} : { note: <MadeOf card={made} /> })}
    >
      {made === undefined ? <Skeleton className="h-10" /> : <Text profile={made.profile} />}
    </Card>
  );
}

function Text({ profile }: { profile: string | null }) {
  if (profile === null) return <p className="text-quiet">No profile: this user has no active preferences.</p>;
  return (
    <LearnedText
      as="pre"
      text={profile}
      className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-code"
    />
  );
}

function MadeOf({ card: { sources, updatedAt: at } }: { card: Outputs['memories']['profile'] }) {
  if (sources.length === 0) return null;
  return (
    <>
      made of {sources.length} {sources.length === 1 ? 'preference' : 'preferences'}
      {at === null ? null : (
        <>
          , <Time at={at} />
        </>
      )}
    </>
  );
}
