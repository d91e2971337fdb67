/** Which pattern is which purpose, in the columns' order. */
import { lookOf, patternId } from './purposes.ts';

export function UsageLegend({ purposes }: { purposes: readonly string[] }) {
  return (
    <ul aria-label="Purposes" className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-quiet">
      {purposes.map((purpose) => {
        const { label, colour } = lookOf(purpose);
        return (
          <li key={purpose} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="18" height="12">
              <rect
                x="0.5"
                y="0.5"
                width="17"
                height="11"
                rx="2"
                fill={`url(#${patternId(purpose)})`}
                stroke={`var(--${colour})`}
              />
            </svg>
            {label}
          </li>
        );
      })}
    </ul>
  );
}
