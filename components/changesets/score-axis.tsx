/** A judge's two scores as two points on one axis from 0 to 1: the distance is seen, not a percentage that flatters. */
import { place } from '../charts/scale.ts';

const WIDTH = 220;
const MIDDLE = 14;

export function ScoreAxis({ score, baseline }: { score: number; baseline: number | null }) {
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
