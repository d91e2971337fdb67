'use client';

/** The reasons for a change in full: the rationale, what a judge made of it, and the runs that it was learned from. */
import { place } from '../../charts/evidence-number.ts';
import { Button } from '../../ui/forms/button.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, type SourceEpisode, useView } from '../detail.ts';
import { SupportChips } from './support-chips.tsx';

interface ReasonsProps {
  detail: Detail;
  /** Masked already. */
  rationale: string;
}

export function Reasons({ detail, rationale }: ReasonsProps) {
  const { changeset, episodes, humanAuthored } = detail;
  const { openEpisode } = useView();
  const { evalScore: score, baselineScore: baseline } = changeset;
  const [first] = episodes;
  return (
    <>
      <LearnedText as="p" text={rationale} className="max-w-[75ch] whitespace-pre-wrap break-words" />
      {score === null ? null : <ScoreAxis score={score} baseline={baseline} />}
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

const WIDTH = 220;
const MIDDLE = 14;

/** A judge's two scores as two points on one axis from 0 to 1. */
function ScoreAxis({ score, baseline }: { score: number; baseline: number | null }) {
  const x = (value: number) => place(value, [0, 1], WIDTH);
  const words =
    baseline === null
      ? `Judge’s score from 0 to 1: ${score.toFixed(2)} with the change; no baseline`
      : `Judge’s score from 0 to 1: ${score.toFixed(2)} with the change, ${baseline.toFixed(2)} without it`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <svg viewBox={`-8 0 ${WIDTH + 16} 34`} aria-hidden="true" className="h-[34px] w-[236px] max-w-full">
        <path d={`M0 ${MIDDLE}H${WIDTH}`} className="stroke-edge" strokeWidth="1" />
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <path d={`M${x(tick)} ${MIDDLE - 3}v6`} className="stroke-edge" strokeWidth="1" />
            <text x={x(tick)} y="32" textAnchor="middle" className="fill-quiet text-[10px]">
              {tick}
            </text>
          </g>
        ))}
        {baseline === null ? null : (
          <>
            <path d={`M${x(baseline)} ${MIDDLE}H${x(score)}`} className="stroke-candidate" strokeWidth="2" />
            <circle
              cx={x(baseline)}
              cy={MIDDLE}
              r="4.5"
              className="fill-surface stroke-incumbent"
              strokeWidth="2"
            />
          </>
        )}
        <circle cx={x(score)} cy={MIDDLE} r="5" className="fill-candidate" />
      </svg>
      <p className="text-quiet text-table tabular-nums">{words}</p>
    </div>
  );
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
