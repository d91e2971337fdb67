'use client';

/** Why it was proposed: the rationale, what a judge made of it, and how many runs stand behind it. */
import { place } from '../../charts/evidence-number.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, type SourceEpisode, useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';
import { counted } from '../words.ts';
import { ProvenanceChips } from './provenance-chips.tsx';

const WIDTH = 220;
const MIDDLE = 14;

function ScoreAxis({ score, baseline }: { score: number; baseline: number | null }) {
  const x = (value: number) => place(value, [0, 1], WIDTH);
  const words =
    baseline === null
      ? `Judged ${score.toFixed(2)}; there was no baseline`
      : `Judged ${baseline.toFixed(2)} before and ${score.toFixed(2)} with it`;
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

/**
 * A judge's two scores as two points on one axis from 0 to 1: the distance is seen, not a percentage that
 * flatters.
 */
export function WhyCard({ detail: { changeset, episodes } }: { detail: Detail }) {
  const { level, openEpisode } = useView();
  const mask = useMask();
  const { rationale, evalScore: score, baselineScore: baseline } = changeset;
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
