'use client';

/** One memory that waits for a reviewer: why, what it would change, and the two things one can do. */
import { LazyWordDiff } from '../diff/lazy-word-diff.tsx';
import { useShortcut } from '../keyboard/registry.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { cn } from '../ui/cn.ts';
import { LongPressAction } from '../ui/forms/long-press.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { ListedMemory } from './memories-state.ts';
import { MemoryFacts, SourceLinks } from './memory-facts.tsx';
import { dangerIn, pendingReasons } from './pending-reasons.ts';

interface PendingCardProps {
  memory: ListedMemory;
  /** Whether the keys act on it. */
  chosen: boolean;
  onChoose: () => void;
  onApprove: () => void;
  onDelete: () => void;
}

export function PendingCard({ memory, chosen, onChoose, onApprove, onDelete }: PendingCardProps) {
  const reasons = pendingReasons(memory.holdReasons);
  return (
    <li
      id={`held-${memory.id}`}
      tabIndex={-1}
      aria-current={chosen ? 'true' : undefined}
      onFocus={chosen ? undefined : onChoose}
      className={cn(
        'scroll-mt-20 rounded-md border bg-surface outline-none',
        chosen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2 text-caption text-quiet">
        <MemoryFacts memory={memory} />
        <span className="ml-auto">
          held <Time at={memory.createdAt} />
        </span>
      </div>
      <div className="flex flex-col gap-4 p-4">
        <ul className="flex flex-col gap-1.5">
          {reasons.map(({ labels, means, finding }) => (
            <li key={means} className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-table">
              {labels.map((label) => (
                <Badge
                  key={label}
                  tone={finding ? 'danger' : 'attention'}
                  className="h-auto min-h-5 whitespace-normal"
                >
                  {label}
                </Badge>
              ))}
              <span className="text-quiet">
                <LearnedText text={means} />
              </span>
            </li>
          ))}
        </ul>
        <Statement memory={memory} />
      </div>
      <div className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-2.5">
        <SourceLinks sources={memory.sources} />
        <div className="ml-auto flex min-w-0 gap-2">
          <ScopedButton
            scope="review"
            variant="danger-quiet"
            onClick={onDelete}
            {...(chosen ? { shortcut: 'memory.delete' as const } : {})}
          >
            Delete
          </ScopedButton>
          <Approve memory={memory} chosen={chosen} onApprove={onApprove} />
        </div>
      </div>
    </li>
  );
}

type ApproveProps = Pick<PendingCardProps, 'memory' | 'chosen' | 'onApprove'>;

/** What the safety scan found something in is believed on purpose or not at all. */
function Approve({ memory, chosen, onApprove }: ApproveProps) {
  const may = useAllowed('review');
  const danger = dangerIn(memory.holdReasons);
  if (danger !== null && may) {
    return (
      <LongPressAction
        label="Approve"
        danger={danger}
        shortcut="memory.approve"
        aimed={chosen}
        onConfirm={onApprove}
      />
    );
  }
  return <PlainApprove chosen={chosen} onApprove={onApprove} />;
}

function PlainApprove({ chosen, onApprove }: Omit<ApproveProps, 'memory'>) {
  useShortcut('memory.approve', onApprove, { enabled: useAllowed('review') && chosen });
  return (
    <ScopedButton
      scope="review"
      variant={chosen ? 'primary' : 'secondary'}
      onClick={onApprove}
      {...(chosen ? { shortcut: 'memory.approve' as const } : {})}
    >
      Approve
    </ScopedButton>
  );
}

/** The pending memory; beside it, word by word, the believed memory that it resembles. */
function Statement({ memory: { content, similar, similarId } }: { memory: ListedMemory }) {
  if (similar === null) {
    return (
      <div className="flex flex-col gap-2">
        <p className="max-w-[75ch] whitespace-pre-wrap break-words text-heading">
          <RedactedText text={content} />
        </p>
        {similarId === null ? null : (
          <p className="text-caption text-quiet">
            The memory that it resembled was deleted since; there is nothing left to compare it with.
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3 text-caption text-quiet max-md:hidden">
        <span className="flex items-center gap-2 pl-5">
          The one it resembles <StatusBadge status={similar.status} />
        </span>
        <span className="flex items-center pl-5">Held</span>
      </div>
      <p className="text-caption text-quiet md:hidden">
        How it differs from the believed memory it resembles:
      </p>
      <LazyWordDiff before={similar.content} after={content} layout="side" />
    </div>
  );
}
