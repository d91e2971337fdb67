/** A short word about a thing. A shape and a word show the risk; colour only supports them. */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { inWords } from './hidden-marks.ts';
import { Learned } from './learned-text.tsx';

const look = cva(
  'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-caption',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-quiet ring-1 ring-line ring-inset',
        accent: 'bg-accent-soft text-accent-strong',
        good: 'bg-good-soft text-good',
        attention: 'bg-attention-soft text-attention',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

type Tone = NonNullable<VariantProps<typeof look>['tone']>;

export function Badge(props: { tone?: Tone; className?: string; title?: string; children: ReactNode }) {
  const { tone, className, title, children } = props;
  return (
    <span title={title === undefined ? title : inWords(title)} className={cn(look({ tone }), className)}>
      <Learned>{children}</Learned>
    </span>
  );
}

/** Drawn, not written: not every font has the characters. */
const RISK: Record<string, { shape: string; tone: Tone }> = {
  low: { shape: 'M4 .5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z', tone: 'neutral' },
  medium: { shape: 'M4 .5 7.8 7.3H.2z', tone: 'attention' },
  high: { shape: 'M.8.8h6.4v6.4H.8z', tone: 'danger' },
};

/** ● low, ▲ medium, ■ high. */
export function RiskBadge({ risk }: { risk: 'low' | 'medium' | 'high' }) {
  const { shape, tone } = RISK[risk] ?? { shape: '', tone: 'neutral' as const };
  return (
    <Badge tone={tone}>
      <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 fill-current">
        <path d={shape} />
      </svg>
      {risk}
      <span className="sr-only"> risk</span>
    </Badge>
  );
}

const STATUS: Record<string, { tone: Tone; means: string }> = {
  pending: { tone: 'attention', means: 'Pending a decision' },
  approved: { tone: 'accent', means: 'Approved and queued behind a running canary' },
  canary: { tone: 'accent', means: 'Served to a share of recalls and compared with the current version' },
  running: { tone: 'accent', means: 'Running' },
  applied: { tone: 'good', means: 'Served to agents' },
  active: { tone: 'good', means: 'Served to agents' },
  promoted: { tone: 'good', means: 'Won its canary' },
  'rolled back': { tone: 'neutral', means: 'Applied, then removed by a rollback of the skill' },
  rejected: { tone: 'neutral', means: 'Rejected; learning sees the reason' },
  failed: { tone: 'danger', means: 'Could not be applied: the skill had changed' },
  expired: { tone: 'neutral', means: 'Ended without a verdict' },
  stale: { tone: 'attention', means: 'Not used recently' },
  archived: { tone: 'neutral', means: 'No longer served' },
  deprecated: { tone: 'neutral', means: 'Deprecated by a reviewer' },
  superseded: { tone: 'neutral', means: 'Replaced by a newer memory' },
};

/** A status of the API in its own word, explained on hover. */
export function StatusBadge({ status }: { status: string }) {
  const known = STATUS[status];
  return (
    <Badge tone={known?.tone ?? 'neutral'} {...(known === undefined ? {} : { title: known.means })}>
      {status}
    </Badge>
  );
}
