'use client';

/** One memory that waits for a reviewer, in two lines; the chosen one unfolds to why, what it would change, and what one can do. */
import { WordDiff } from '../../diff/word-diff.tsx';
import { useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { LongPressAction } from '../../ui/forms/long-press.tsx';
import { Badge, StatusBadge } from '../../ui/text/badge.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DecisionRow } from '../decision-row.tsx';
import type { ListedMemory } from '../memories-state.ts';
import { MemoryFacts, SourceLinks } from '../memory-facts.tsx';
import { supportText } from '../support-text.ts';
import { dangerIn, pendingReasons } from './pending-reasons.ts';

interface HeldRowProps {
  memory: ListedMemory;
  /** Whether it is unfolded, and the keys act on it. */
  chosen: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onChoose: () => void;
  onApprove: () => void;
  onReject: () => void;
}

export function HeldRow(props: HeldRowProps) {
  const { memory, chosen, ticked, onTick, onChoose } = props;
  return (
    <DecisionRow
      id={`held-${memory.id}`}
      content={memory.content}
      {...{ chosen, ticked, onTick, onChoose }}
      facts={<Facts memory={memory} />}
    >
      <Decision {...props} />
    </DecisionRow>
  );
}

function Facts({ memory }: { memory: ListedMemory }) {
  const danger = dangerIn(memory.holdReasons);
  const labels = pendingReasons(memory.holdReasons).flatMap((reason) => reason.labels);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
      {labels.length === 0 ? null : (
        <Badge
          tone={danger === null ? 'attention' : 'danger'}
          className="h-auto min-h-5 shrink whitespace-normal"
        >
          {danger ?? labels.join(', ')}
        </Badge>
      )}
      <span className="text-ink">{supportText(memory.support)}</span>
      <MemoryFacts memory={memory} />
      <span className="md:ml-auto">
        held <Time at={memory.createdAt} />
      </span>
    </div>
  );
}

function Decision({ memory, onApprove, onReject }: HeldRowProps) {
  const reasons = pendingReasons(memory.holdReasons);
  return (
    <>
      <ul className="flex max-w-[75ch] flex-col gap-1 text-quiet text-table">
        {reasons.map(({ means }) => (
          <li key={means}>
            <LearnedText text={means} />
          </li>
        ))}
      </ul>
      <Beside memory={memory} />
      <div className="flex flex-wrap items-center gap-3">
        <SourceLinks sources={memory.sources} />
        <div className="ml-auto flex min-w-0 flex-wrap justify-end gap-2 max-md:w-full max-md:[&>*]:grow max-md:[&_button]:min-h-11 max-md:[&_button]:grow">
          <ScopedButton scope="review" onClick={onReject} shortcut="memory.reject">
            Reject
          </ScopedButton>
          <Approve memory={memory} onApprove={onApprove} />
        </div>
      </div>
    </>
  );
}

type ApproveProps = Pick<HeldRowProps, 'memory' | 'onApprove'>;

/** A memory with safety findings is approved individually or not at all. */
function Approve({ memory, onApprove }: ApproveProps) {
  const may = useAllowed('review');
  const danger = dangerIn(memory.holdReasons);
  if (danger !== null && may) {
    return (
      <LongPressAction label="Approve" danger={danger} shortcut="memory.approve" onConfirm={onApprove} />
    );
  }
  return <PlainApprove onApprove={onApprove} may={may} />;
}

function PlainApprove({ onApprove, may }: Omit<ApproveProps, 'memory'> & { may: boolean }) {
  useShortcut('memory.approve', onApprove, { enabled: may });
  return (
    <ScopedButton scope="review" variant="primary" onClick={onApprove} shortcut="memory.approve">
      Approve
    </ScopedButton>
  );
}

/** The word differences from the similar active memory. */
function Beside({ memory: { content, similar, similarId } }: { memory: ListedMemory }) {
  if (similarId === null) return null;
  if (similar === null) {
    return (
      <p className="text-caption text-quiet">
        The similar memory was deleted since. There is nothing to compare with.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3 text-caption text-quiet max-md:hidden">
        <span className="flex items-center gap-2 pl-5">
          Similar memory <StatusBadge status={similar.status} />
        </span>
        <span className="flex items-center pl-5">Held</span>
      </div>
      <p className="text-caption text-quiet md:hidden">Difference from the similar active memory:</p>
      <WordDiff before={similar.content} after={content} layout="side" />
    </div>
  );
}
