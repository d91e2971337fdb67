/** The product's mark: a blade's edge over a stone, in two strokes. */

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
      <path d="M5 23h22" className="stroke-quiet" strokeWidth="3" strokeLinecap="round" />
      <path d="M8 18 26 7.5" className="stroke-accent" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
