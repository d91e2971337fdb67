/** The risk of a change; what holds it for review takes its place. */
import { isBlocking } from '../../server/domain/safety/spans.ts';
import { CircleAlert } from '../ui/generated/icons.tsx';
import { Badge, RiskBadge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { heldText } from './preview/finding-text.ts';

interface RiskMarkProps {
  risk: 'low' | 'medium' | 'high';
  findings: readonly string[];
}

export function RiskMark({ risk, findings }: RiskMarkProps) {
  const held = findings.filter(isBlocking);
  if (held.length === 0) return <RiskBadge risk={risk} />;
  return (
    <Badge tone="danger">
      <CircleAlert aria-hidden="true" className="size-3 shrink-0" />
      <LearnedText text={heldText(held)} />
    </Badge>
  );
}
