/** P(candidate better) on a fixed line from 0 to 1, with the lines at which it decides. */
import { place, probabilityText } from '../charts/evidence-number.ts';
import { complement } from './verdict-sentence.ts';

const WIDTH = 120;

export function ProbabilityTrack({ probability, threshold }: { probability: number; threshold: number }) {
  const x = (value: number) => place(value, [0, 1], WIDTH);
  const reject = complement({ threshold, minSamples: 0, maxSamples: 0 });
  return (
    <span className="inline-flex items-center gap-2.5 align-middle">
      <svg
        viewBox={`-4 0 ${WIDTH + 8} 18`}
        role="img"
        aria-label={`Probability ${probabilityText(probability)} between a rejection at ${reject} and a promotion from ${threshold}`}
        className="h-4.5 w-32 shrink-0 md:max-lg:w-20"
      >
        <path d={`M0 9H${WIDTH}`} className="stroke-line" strokeWidth="2" />
        <path d={`M${x(0.5)} 6V12`} className="stroke-edge" />
        {[reject, threshold].map((line) => (
          <path
            key={line}
            d={`M${x(line)} 1V17`}
            className="stroke-attention"
            strokeWidth="1.5"
            strokeDasharray="3 2"
          />
        ))}
        <circle cx={x(probability)} cy="9" r="4" className="fill-candidate stroke-surface" strokeWidth="1" />
      </svg>
      <span className="w-9 whitespace-nowrap tabular-nums">{probabilityText(probability)}</span>
    </span>
  );
}
