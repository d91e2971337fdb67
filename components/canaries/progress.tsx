/** How far a canary has come to what its next verdict needs: figures with a bar. */
import { evidenceText, place } from '../charts/evidence-number.ts';
import { progressOf, type Stand } from './verdict-sentence.ts';

const WIDTH = 64;

export function Progress({ stand }: { stand: Stand }) {
  const { has, needs, atMost } = progressOf(stand);
  return (
    <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap tabular-nums">
      <svg viewBox={`0 0 ${WIDTH} 6`} className="h-1.5 w-16 shrink-0 md:max-lg:hidden" aria-hidden="true">
        <rect width={WIDTH} height="6" rx="3" className="fill-line" />
        <rect width={place(has, [0, Math.max(needs, 1)], WIDTH)} height="6" rx="3" className="fill-accent" />
      </svg>
      {evidenceText(has)} of {atMost ? 'at most ' : ''}
      {evidenceText(needs)}
    </span>
  );
}
