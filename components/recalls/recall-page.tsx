'use client';

/** One recall: what an agent asked, what it was given, and why each thing was served or not. */
import { useQuery } from '@tanstack/react-query';
import { faultOf, type Outputs, useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { IdChip } from '../ui/id-chip.tsx';
import { LearnedText, RedactedText } from '../ui/learned-text.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { RecalledMemories } from './recalled-memories.tsx';
import { RecalledSkills } from './recalled-skills.tsx';
import { servedSentence } from './wording.ts';

type Explanation = Outputs['recalls']['detail'];

export function RecallPage({ id }: { id: string }) {
  return (
    <PageGate page="Recall" scopes={['learn']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const recall = useQuery(trpc.recalls.detail.queryOptions({ id }));
  if (recall.data !== undefined) return <Shown recall={recall.data} />;
  if (recall.error === null) {
    return (
      <>
        <PageHeader title="Recall" />
        <SkeletonRows count={8} label="Loading the recall" />
      </>
    );
  }
  if (faultOf(recall.error).kind === 'not_found') return <Gone id={id} />;
  return (
    <>
      <PageHeader title="Recall" />
      <ErrorBlock what="load the recall" error={recall.error} onRetry={() => void recall.refetch()} />
    </>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <PageHeader
      title="This recall is not here"
      finding="It was purged when its time was up, erased with its user, or never existed in this tenant. Episodes that it served keep what is credited to it."
      meta={<IdChip id={id} label="Recall id" />}
    />
  );
}

function Shown({ recall }: { recall: Explanation }) {
  const { query, skills, memories, holdout, profile } = recall;
  const served = (list: readonly { served: boolean }[]) => list.filter((one) => one.served).length;
  return (
    <>
      <PageHeader
        title="Why these were served"
        finding={servedSentence(served(skills), served(memories), holdout)}
        meta={<Meta recall={recall} />}
      />
      <Card title="Asked for">
        {query === '' ? (
          <p className="text-quiet">Nothing: an empty query serves no skill and the newest memories.</p>
        ) : (
          <p className="max-h-60 max-w-[75ch] overflow-y-auto whitespace-pre-wrap break-words">
            <RedactedText text={query} />
          </p>
        )}
      </Card>
      <RecalledSkills skills={skills} />
      <RecalledMemories memories={memories} />
      <Card title="Profile card">
        {profile === null ? (
          <p className="text-quiet">None was served.</p>
        ) : (
          <LearnedText
            as="p"
            text={profile}
            className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-code"
          />
        )}
      </Card>
    </>
  );
}

function Meta({ recall }: { recall: Explanation }) {
  const { recall_id: id, agent_id: agent, user_id: user, session_id: session, created_at: at } = recall;
  return (
    <>
      <Badge
        tone={recall.holdout ? 'attention' : 'neutral'}
        title="Drawn once for a session, or for a user: the share of recalls that serves no skill, for comparison"
      >
        {recall.holdout ? 'holdout' : 'not a holdout'}
      </Badge>
      <IdChip id={id} label="Recall id" />
      <span>
        <LearnedText text={`agent ${agent}`} />
      </span>
      {user === null ? null : (
        <span className="max-w-60 truncate">
          <LearnedText text={`user ${user}`} />
        </span>
      )}
      {session === null ? null : (
        <span className="max-w-60 truncate">
          <LearnedText text={`session ${session}`} />
        </span>
      )}
      <Time at={at} />
    </>
  );
}
