/** The product's mark: a blade's edge over a stone, in two strokes. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M5 23.5h22" className="stroke-current opacity-55" strokeWidth="3" strokeLinecap="round" />
      <path d="M8 18 26 7.5" className="stroke-rail-mark" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
