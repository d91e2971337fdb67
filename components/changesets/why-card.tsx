/** Why it was proposed: the rationale, what a judge made of it, and how many runs stand behind it. */
'use client';

import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import type { Detail, SourceEpisode } from './detail.ts';
import { useMask } from './masked.ts';
import { ProvenanceChips } from './provenance-chips.tsx';
import { ScoreAxis } from './score-axis.tsx';
import { useView } from './view-state.ts';
import { counted } from './words.ts';

export function WhyCard({ detail: { changeset, episodes } }: { detail: Detail }) {
  const { level, openEpisode } = useView();
  const mask = useMask();
  const { rationale, eval_score: score, baseline_score: baseline } = changeset;
  const [first] = episodes;
  return (
    <Card title="Why" level={level}>
      <div className="flex flex-col gap-3">
        <LearnedText
          as="p"
          text={rationale === '' ? 'No rationale was given.' : mask(rationale)}
          className="max-w-[75ch] whitespace-pre-wrap break-words"
        />
        {score === null ? null : <ScoreAxis score={score} baseline={baseline} />}
        <div className="flex flex-wrap items-center gap-2 text-quiet text-table">
          <p>{originText(episodes)}</p>
          {first === undefined ? null : (
            <Button
              size="small"
              variant="quiet"
              shortcut="read.provenance"
              onClick={() => openEpisode(first.id)}
            >
              Show the runs
            </Button>
          )}
        </div>
        <ProvenanceChips episodes={episodes} />
      </div>
    </Card>
  );
}

/** "From 6 episodes (4 failures) in 3 sessions", and how many of them are gone. */
function originText(episodes: readonly SourceEpisode[]): string {
  if (episodes.length === 0) return 'Written, not learned: no episodes stand behind it.';
  const failures = episodes.filter(({ outcome }) => outcome === 'failure').length;
  const sessions = new Set(episodes.flatMap(({ sessionId }) => sessionId ?? [])).size;
  const gone = episodes.filter((episode) => episode.gone).length;
  const failed = failures === 0 ? '' : ` (${counted(failures, 'failure')})`;
  const within = sessions === 0 ? '' : ` in ${counted(sessions, 'session')}`;
  const lost = gone === 0 ? '' : `; ${gone} purged or erased since`;
  return `From ${counted(episodes.length, 'episode')}${failed}${within}${lost}.`;
}
