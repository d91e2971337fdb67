/** The patterns of all purposes, once in the document; columns and legend fill with them. */
import { lookOf, patternId } from './figures.ts';

export function PatternDefs({ purposes }: { purposes: readonly string[] }) {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        {purposes.map((purpose) => {
          const { colour, path } = lookOf(purpose);
          return (
            <pattern key={purpose} id={patternId(purpose)} width="8" height="8" patternUnits="userSpaceOnUse">
              <rect width="8" height="8" fill={`var(--${colour})`} fillOpacity={path === '' ? 0.85 : 0.22} />
              <path d={path} stroke={`var(--${colour})`} strokeWidth="2" fill="none" />
            </pattern>
          );
        })}
      </defs>
    </svg>
  );
}
