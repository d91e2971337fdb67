/** How a run ended: a sign and a word first, colour last. */
import { Check, CircleDashed, CircleSlash2, X } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

const LOOKS = {
  success: { Sign: Check, tone: 'good' },
  partial: { Sign: CircleSlash2, tone: 'attention' },
  failure: { Sign: X, tone: 'attention' },
  unknown: { Sign: CircleDashed, tone: 'neutral' },
} as const;

type Known = keyof typeof LOOKS;

const isKnown = (outcome: string): outcome is Known => outcome in LOOKS;

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { Sign, tone } = LOOKS[isKnown(outcome) ? outcome : 'unknown'];
  return (
    <Badge tone={tone}>
      <Sign aria-hidden="true" className="size-3" />
      {outcome}
    </Badge>
  );
}
