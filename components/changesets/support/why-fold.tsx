'use client';

/** Why it was proposed: the rationale in a line, and how many runs stand behind it. */
import { Button } from '../../ui/forms/button.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, type SourceEpisode, useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';
import { SupportChips } from './support-chips.tsx';

export function WhyFold({ detail }: { detail: Detail }) {
  const { changeset, episodes, humanAuthored } = detail;
  const { level } = useView();
  const mask = useMask();
  const rationale = changeset.rationale === '' ? 'No rationale given.' : mask(changeset.rationale);
  return (
    <Fold
      title="Why"
      level={level}
      line={<LearnedText text={rationale} code={true} />}
      note={[runsText(episodes, humanAuthored), ...supportNotes(changeset)].join(' · ')}
    >
      <Reasons detail={detail} rationale={rationale} />
    </Fold>
  );
}

/** "2 independent sessions": what a reviewer weighs before reading on. */
function supportNotes({ support }: Detail['changeset']): string[] {
  return support === null ? [] : [counted(support.independentSessions, 'independent session')];
}

/** "6 runs, 4 failed". */
function runsText(episodes: readonly SourceEpisode[], written: boolean): string {
  if (episodes.length === 0) return written ? 'written by a person' : 'cites no runs';
  const failed = episodes.filter(({ outcome }) => outcome === 'failure').length;
  return `${counted(episodes.length, 'run')}${failed === 0 ? '' : `, ${failed} failed`}`;
}

interface ReasonsProps {
  detail: Detail;
  /** Masked already. */
  rationale: string;
}

function Reasons({ detail, rationale }: ReasonsProps) {
  const { changeset, episodes, humanAuthored } = detail;
  const { openEpisode } = useView();
  const { evalScore: score, baselineScore: baseline } = changeset;
  const [first] = episodes;
  return (
    <>
      <LearnedText as="p" text={rationale} className="max-w-[75ch] whitespace-pre-wrap break-words" />
      {score === null ? null : (
        <p className="text-quiet text-table tabular-nums">{scoreText(score, baseline)}</p>
      )}
      <div className="flex flex-wrap items-center gap-2 text-quiet text-table">
        <p>{originText(episodes, humanAuthored, changeset.support)}</p>
        {first === undefined ? null : (
          <Button size="small" variant="quiet" shortcut="read.support" onClick={() => openEpisode(first.id)}>
            Show the runs
          </Button>
        )}
      </div>
      <SupportChips episodes={episodes} />
    </>
  );
}

function scoreText(score: number, baseline: number | null): string {
  const before = baseline === null ? '; no baseline' : `, ${baseline.toFixed(2)} without it`;
  return `Judge’s score from 0 to 1: ${score.toFixed(2)} with the change${before}`;
}

type Support = NonNullable<Detail['changeset']['support']>;

/** "From 6 episodes (4 failures) in 3 sessions of 2 users", how many of them are gone, and who said how they went. */
function originText(episodes: readonly SourceEpisode[], written: boolean, support: Support | null): string {
  if (episodes.length === 0) {
    return written ? 'Written by a person, not learned from runs.' : 'It cites no runs.';
  }
  const failures = episodes.filter(({ outcome }) => outcome === 'failure').length;
  const sessions = new Set(episodes.flatMap(({ sessionId }) => sessionId ?? [])).size;
  const gone = episodes.filter((episode) => episode.gone).length;
  const failed = failures === 0 ? '' : ` (${counted(failures, 'failure')})`;
  const within = sessions === 0 ? '' : ` in ${counted(sessions, 'session')}`;
  const lost = gone === 0 ? '' : `; ${gone} purged or erased since`;
  const users = support === null || support.users === 0 ? '' : ` of ${counted(support.users, 'user')}`;
  const decided = Object.entries(support?.decidedBy ?? {}).filter(([, runs]) => runs > 0);
  const how = decided.map(([signal, runs]) => `${signal} (${runs})`).join(', ');
  const known = how === '' ? '' : ` Outcomes come from ${how}.`;
  return `From ${counted(episodes.length, 'episode')}${failed}${within}${users}${lost}.${known}`;
}
