/** How a run ended: a sign and a word first, colour last. */
import { Badge } from '../ui/badge.tsx';

const LOOKS = {
  success: { sign: '✓', tone: 'good' },
  partial: { sign: '◐', tone: 'attention' },
  failure: { sign: '✗', tone: 'attention' },
  unknown: { sign: '?', tone: 'neutral' },
} as const;

type Known = keyof typeof LOOKS;

const isKnown = (outcome: string): outcome is Known => outcome in LOOKS;

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { sign, tone } = LOOKS[isKnown(outcome) ? outcome : 'unknown'];
  return (
    <Badge tone={tone}>
      <span aria-hidden="true">{sign}</span>
      {outcome}
    </Badge>
  );
}
