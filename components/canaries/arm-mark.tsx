import { ARM_NAMES } from './verdict-sentence.ts';

/** The arm of a canary in words with the line by which all charts draw it. */
export function ArmMark({ arm }: { arm: keyof typeof ARM_NAMES }) {
  const candidate = arm === 'candidate';
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg viewBox="0 0 18 8" className="h-2 w-4.5 shrink-0" aria-hidden="true">
        <path
          d="M0 4H18"
          className={candidate ? 'stroke-candidate' : 'stroke-incumbent'}
          strokeWidth="2.5"
          {...(candidate ? {} : { strokeDasharray: '5 3' })}
        />
      </svg>
      {ARM_NAMES[arm]}
    </span>
  );
}
