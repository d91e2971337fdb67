/**
 * A mean with its interval on a fixed line: 0–1 for rates, around a drawn zero for differences. Rows of one table share
 * the domain, so that they can be compared by eye. The figures stand beside it or in the hidden text: never only a picture.
 */
import { place } from './scale.ts';

interface IntervalBarProps {
  mean: number;
  low: number;
  high: number;
  domain?: readonly [number, number];
  /** Lines to compare with, such as a threshold. */
  marks?: readonly number[];
  /** Solid teal for what is tried, dashed violet for what it is compared with. */
  arm?: 'candidate' | 'incumbent';
  /** The interval's level in per cent; the same everywhere, 90. */
  level?: number;
  className?: string;
}

const WIDTH = 200;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

export function IntervalBar(props: IntervalBarProps) {
  const { mean, low, high, domain = [0, 1], marks = [], arm = 'candidate', level = 90, className } = props;
  const x = (value: number) => place(value, domain, WIDTH);
  const [fill, stroke] =
    arm === 'candidate' ? ['fill-candidate', 'stroke-candidate'] : ['fill-incumbent', 'stroke-incumbent'];
  return (
    <svg
      viewBox={`-5 0 ${WIDTH + 10} ${HEIGHT}`}
      role="img"
      aria-label={`${percent(mean)}, ${level} % between ${percent(low)} and ${percent(high)}`}
      className={className ?? 'h-5 w-full min-w-24 max-w-72'}
    >
      <path d={`M0 ${MIDDLE}H${WIDTH}`} className="stroke-line" strokeWidth="1" />
      {domain[0] < 0 ? <path d={`M${x(0)} 0V${HEIGHT}`} className="stroke-edge" strokeWidth="1" /> : null}
      {marks.map((mark) => (
        <path
          key={mark}
          d={`M${x(mark)} 2V${HEIGHT - 2}`}
          className="stroke-attention"
          strokeWidth="1"
          strokeDasharray="2 2"
        />
      ))}
      <path
        d={`M${x(low)} ${MIDDLE}H${x(high)}`}
        className={stroke}
        strokeWidth="4"
        strokeOpacity="0.55"
        {...(arm === 'incumbent' ? { strokeDasharray: '5 3' } : { strokeLinecap: 'round' as const })}
      />
      <circle cx={x(mean)} cy={MIDDLE} r="4" className={fill} />
    </svg>
  );
}
