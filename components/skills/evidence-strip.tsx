/** What is known about a rule: its verdicts as a labelled bar, and how often it was served. Words first, the bar supports them. */
import type { Rule } from './skill-types.ts';

const WIDTH = 120;
const HEIGHT = 8;

export function EvidenceStrip({ rule }: { rule: Rule }) {
  const { helpful, harmful, neutral, used } = rule;
  const total = helpful + harmful + neutral;
  const parts = [
    { name: 'helpful', count: helpful, fill: 'fill-good', text: 'text-good' },
    { name: 'harmful', count: harmful, fill: 'fill-danger', text: 'text-danger' },
    { name: 'neutral', count: neutral, fill: 'fill-edge', text: 'text-quiet' },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet tabular-nums">
      <Bar parts={parts} total={total} />
      {parts.map(({ name, count, text }) => (
        <span key={name} className={count > 0 ? text : 'text-faint'}>
          {name} {count}
        </span>
      ))}
      <span>used {used}</span>
    </div>
  );
}

function Bar({ parts, total }: { parts: { name: string; count: number; fill: string }[]; total: number }) {
  let x = 0;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="h-2 w-30 shrink-0 max-sm:w-20">
      <rect width={WIDTH} height={HEIGHT} rx="2" className="fill-sunken" />
      {parts.map(({ name, count, fill }) => {
        if (count === 0) return null;
        const width = (count / total) * WIDTH;
        const begins = x;
        x += width;
        return (
          <rect
            key={name}
            x={begins}
            width={Math.max(width - 1, 1)}
            height={HEIGHT}
            rx="2"
            className={fill}
          />
        );
      })}
    </svg>
  );
}
