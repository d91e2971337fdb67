/** Can I trust this? Three sentences, how the holdout was drawn, and the runs that the figure rests on. */

import { Card } from '../ui/layout/card.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { LiftView } from './insight-types.ts';
import { trustSentences } from './lift-sentence.ts';

const LINK = 'text-accent-strong underline-offset-2 hover:underline';

export function TrustCard({ view, holdoutRate }: { view: LiftView; holdoutRate: number }) {
  const sentences = trustSentences(view.lift, holdoutRate);
  if (sentences.length === 0) return null;
  return (
    <Card title="Can I trust this?">
      <div className="flex flex-col gap-4">
        <p className="max-w-[75ch]">{sentences.join(' ')}</p>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <Runs title="Latest runs with skills" runs={view.runs.treated} all="/episodes?holdout=no" />
          <Runs title="Latest runs without" runs={view.runs.holdout} all="/episodes?holdout=yes" />
        </div>
        <details className="max-w-[75ch] text-quiet text-table">
          <summary className="cursor-pointer rounded-sm py-1 hover:text-ink">
            How the holdout is drawn
          </summary>
          <p className="pt-1">
            A hash of the agent and the session id decides. If it is below the holdout rate, which an admin
            can change under Policy, recalls of that session serve no skills. A session is in or out as a
            whole, in every process. A recall without a session is drawn individually. Memories are served to
            both groups.
          </p>
        </details>
      </div>
    </Card>
  );
}

function Runs({ title, runs, all }: { title: string; runs: LiftView['runs']['treated']; all: string }) {
  const hrefOf = useAgentHref();
  return (
    <div className="flex min-w-0 flex-col gap-1 text-table">
      <h3 className="font-medium">{title}</h3>
      {runs.length === 0 ? (
        <p className="text-quiet">None among the latest stored runs.</p>
      ) : (
        <ul aria-label={title} className="flex flex-col gap-0.5">
          {runs.map(({ id, task, reward, createdAt }) => (
            <li key={id} className="flex min-w-0 items-baseline gap-x-3">
              <Link
                href={hrefOf(`/episodes/${id}`)}
                className="min-w-0 flex-1 truncate leading-6 hover:text-accent-strong"
              >
                <LearnedText text={task === null || task === '' ? id : task} />
              </Link>
              <span className="shrink-0 text-caption text-quiet">{howText(reward)}</span>
              <span className="shrink-0 text-caption text-quiet">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link href={hrefOf(all)} className={`self-start leading-6 ${LINK}`}>
        See all such runs
      </Link>
    </div>
  );
}

const HALF = 0.5;

function howText(reward: number): string {
  if (reward > HALF) return 'succeeded';
  return reward > 0 ? 'partly' : 'failed';
}
