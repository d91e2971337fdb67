'use client';

/** Every agent with what learning does for it. */
import { useQuery } from '@tanstack/react-query';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { useTRPC } from '../api/trpc.ts';
import { aroundZero, evidenceText, pointsText } from '../charts/evidence-number.ts';
import { IntervalBar } from '../charts/interval-plot.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, Loading } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import type { AgentLift } from './insight-types.ts';
import { verdictWords } from './lift-sentence.ts';

export function AgentsCard() {
  const trpc = useTRPC();
  const query = useQuery(trpc.insights.agents.queryOptions());
  const agents = query.data?.agents ?? [];
  const domain = aroundZero(
    agents.flatMap(({ lift }) => (lift.enough ? lift.liftAlwaysValid : [])),
    0.2,
  );
  const edge = pointsText(domain[1]).replace('.0', '');
  return (
    <Card
      title="Agents"
      {...(agents.length === 0
        ? {}
        : {
            note: (
              <>
                lift with its 90 % interval for any time
                <span className="max-md:hidden">
                  ; lines from −{edge.slice(1)} to {edge} points
                </span>
              </>
            ),
          })}
      flush={true}
    >
      {query.data === undefined ? (
        <Loading query={query} what="the agents" count={4} />
      ) : agents.length === 0 ? (
        <EmptyState title="No agent has recorded a run yet">
          Each agent that records runs appears here with its lift.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Agents">
            {agents.map((agent) => (
              <Row key={agent.agentId} agent={agent} domain={domain} />
            ))}
          </ul>
          {query.data.leftOut === 0 ? null : (
            <p className="border-line border-t px-4 py-2 text-caption text-quiet">
              {upToMost(query.data.leftOut)} more with fewer runs; the top bar picks any of them.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function Row({
  agent: { agentId, episodes, lift },
  domain,
}: {
  agent: AgentLift;
  domain: readonly [number, number];
}) {
  const [low = 0, high = 0] = lift.liftAlwaysValid;
  const rated = `${evidenceText(lift.treatedN)} with skills, ${evidenceText(lift.holdoutN)} without`;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-0.5 border-line border-b px-4 py-2 text-table last:border-b-0 hover:bg-sunken/70 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_16rem_14rem]">
      <Link
        href={`/insights?agent=${encodeURIComponent(agentId)}`}
        className="break-all font-medium after:absolute after:inset-0 hover:text-accent-strong"
      >
        <LearnedText text={agentId} />
      </Link>
      <div className="max-md:hidden">
        {lift.enough ? (
          <IntervalBar mean={lift.lift} low={low} high={high} domain={domain} className="h-5 w-full" />
        ) : null}
      </div>
      <span className="text-right tabular-nums md:text-left">
        {verdictWords(lift)}
        {lift.enough ? `: ${pointsText(lift.lift)} points (${pointsText(low)} to ${pointsText(high)})` : ''}
      </span>
      <span className="text-caption text-quiet tabular-nums max-md:col-span-2 md:text-right">
        {episodes} {episodes === 1 ? 'run' : 'runs'} · rated: {rated}
      </span>
    </li>
  );
}
