/** A slider over the time since the first memory; the bars behind it show when memories came and went. */
'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { Time } from '../ui/text/time.tsx';
import { useExactTime } from '../ui/text/use-time.ts';
import { momentAt, type Span, shareOf } from './moments.ts';

const STEPS = 1000;
const HEIGHT = 22;
/** The list follows once the hand rests, not at each step. */
const REST_MS = 120;

interface SliderProps {
  span: Span;
  /** Empty for the present. */
  at: string;
  onMove: (at: string) => void;
}

export function AsOfSlider({ span, at, onMove }: SliderProps) {
  const exactTime = useExactTime();
  const saved = Math.round(shareOf(span, at) * STEPS);
  const [moved, setMoved] = useState<number | null>(null);
  const place = moved ?? saved;
  const commit = useEffectEvent((to: number) => {
    onMove(momentAt(span, to / STEPS));
    setMoved(null);
  });
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => commit(moved), REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  const shown = moved === null ? at : momentAt(span, moved / STEPS);
  return (
    <div className="flex min-w-0 grow basis-80 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-caption text-quiet">
        <span className="font-medium text-ink text-table">
          {shown === '' ? 'Now' : <Time at={shown} absolute={true} />}
        </span>
        <span className="max-sm:hidden">bars: memories added or removed</span>
      </div>
      <div className="relative">
        <Ticks span={span} share={place / STEPS} />
        <input
          type="range"
          min={0}
          max={STEPS}
          value={place}
          aria-label="As of"
          aria-valuetext={shown === '' ? 'now' : exactTime(Date.parse(shown))}
          onChange={(event) => setMoved(Number(event.target.value))}
          className="-mt-1 block h-6 w-full accent-accent"
        />
      </div>
      <div className="flex justify-between text-caption text-quiet">
        <Time at={span.from} />
        <span>now</span>
      </div>
    </div>
  );
}

/** The bars up to the viewed moment are strong, those after it faint. */
function Ticks({ span: { bins }, share }: { span: Span; share: number }) {
  const most = Math.max(1, ...bins);
  const bars = bins.flatMap((count, bin) =>
    count === 0 ? [] : [{ bin, height: 3 + (HEIGHT - 3) * Math.sqrt(count / most) }],
  );
  return (
    <svg
      viewBox={`0 0 ${bins.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-6 w-full px-2"
    >
      {bars.map(({ bin, height }) => (
        <rect
          key={bin}
          x={bin + 0.1}
          y={HEIGHT - height}
          width={0.8}
          height={height}
          className={bin / bins.length <= share ? 'fill-accent' : 'fill-edge'}
        />
      ))}
    </svg>
  );
}
