'use client';

/** The agent's canaries in short, those that run first. */
import { HeadlineText } from '../changesets/headline.tsx';
import { useHeadlines } from '../changesets/use-headlines.ts';
import { evidenceText, pointsText } from '../charts/evidence-number.ts';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { Insights, SkillRate } from './insight-types.ts';

type Experiment = Insights['experiments'][number];

const MOST = 8;

/** What became of each, with the difference that it showed. */
export function ExperimentsCard(props: { experiments: readonly Experiment[]; skills: readonly SkillRate[] }) {
  const { experiments, skills } = props;
  const shown = experiments.slice(0, MOST);
  const headlines = useHeadlines(shown.map(({ changesetId }) => changesetId));
  const hrefOf = useAgentHref();
  return (
    <Card
      title="Canaries"
      note="success with the change minus success without, shrunk towards zero since canaries end when they look best or worst"
      flush={true}
    >
      {shown.length === 0 ? (
        <EmptyState title="No canaries yet">
          Risky changes run on a share of traffic before they apply. Their results appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Canaries of the agent">
          {shown.map((experiment) => {
            const headline = headlines.get(experiment.changesetId);
            return (
              <li
                key={experiment.id}
                className="relative flex flex-col gap-1 border-line border-b px-4 py-2.5 text-table last:border-b-0 hover:bg-sunken/70"
              >
                <Link
                  href={hrefOf(`/canaries/${experiment.id}`)}
                  className="line-clamp-2 max-w-[75ch] break-words font-medium after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {headline === undefined ? 'A change' : <HeadlineText headline={headline} most={140} />}
                </Link>
                <p className="flex flex-wrap items-center gap-x-3 text-caption text-quiet tabular-nums">
                  <StatusBadge status={experiment.status} />
                  <LearnedText
                    text={skills.find(({ id }) => id === experiment.skillId)?.name ?? experiment.skillId}
                    className="break-all"
                  />
                  <span>{differenceText(experiment)}</span>
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function differenceText({ incumbentN, candidateN, effectShrunken, effectAlwaysValid }: Experiment): string {
  if (incumbentN === 0 || candidateN === 0) return 'not yet rated on both sides';
  const [low = 0, high = 0] = effectAlwaysValid;
  const rated = `${evidenceText(candidateN)} with, ${evidenceText(incumbentN)} without`;
  return `about ${pointsText(effectShrunken)} points, 90 % between ${pointsText(low)} and ${pointsText(high)} (rated: ${rated})`;
}
