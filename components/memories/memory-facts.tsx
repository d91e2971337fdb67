'use client';

/** What is known about a memory besides its words, in one quiet line. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { WordDiff } from '../diff/word-diff.tsx';
import { RunLinks } from '../episodes/run-links.tsx';
import { PlaygroundLink } from '../recalls/playground/playground-link.tsx';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Loading } from '../ui/layout/states.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { supportText } from './support-text.ts';
import { noteOwnChange } from './use-memories.ts';

type Memory = Outputs['memories']['chain'][number];

export function MemoryFacts({ memory }: { memory: Memory }) {
  return (
    <>
      <Badge>{memory.kind}</Badge>
      <LearnedText text={whoseMemory(memory)} className="min-w-0 truncate" />
      <span>
        confidence <Numeral value={memory.confidence} as="score" />
      </span>
      <PlaygroundLink task={memory.content} agentId={memory.agentId} userId={memory.userId} />
    </>
  );
}

// Whom a memory is about, in a reader's words. Pure.

/** "about u_9, for bot", "about all users, for every agent". */
function whoseMemory({ userId, agentId }: Memory): string {
  const about = userId ?? 'all users';
  return `about ${about}, for ${agentId === '*' ? 'every agent' : agentId}`;
}

const SHOWN = 4;

/** What a memory rests on, in one line. */
export function SupportLine({ support }: Pick<Memory, 'support'>) {
  return <span className="text-caption text-quiet">{supportText(support)}</span>;
}

/** The runs that a memory was learned from; nothing without any. */
export function SourceLinks({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-caption text-quiet">
      Learned from <RunLinks ids={sources} most={SHOWN} />
    </span>
  );
}

/** What a memory replaced and what replaced it, oldest first, as a vertical line with what each step changed. */
export function SupersedeChain({ id }: { id: string }) {
  const trpc = useTRPC();
  const chain = useQuery(trpc.memories.chain.queryOptions({ id }));
  if (chain.data === undefined || chain.isError)
    return <Loading query={chain} what="what it replaced" count={2} />;
  const versions = chain.data;
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{findingOf(versions)}</p>
      <ol className="flex flex-col">
        {versions.map((memory, index) => (
          <Step
            key={memory.id}
            memory={memory}
            replaced={versions.slice(0, index).findLast((other) => other.supersededBy === memory.id) ?? null}
            last={index === versions.length - 1}
            current={memory.id === id}
          />
        ))}
      </ol>
    </div>
  );
}

function findingOf(versions: readonly Memory[]): string {
  if (versions.length === 1) return 'It replaced nothing, and nothing replaced it.';
  return `${versions.length} versions; the last one counts.`;
}

interface StepProps {
  memory: Memory;
  replaced: Memory | null;
  last: boolean;
  current: boolean;
}

function Step({ memory, replaced, last, current }: StepProps) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="flex w-3 shrink-0 flex-col items-center">
        <span
          className={cn(
            'mt-1.5 size-2.5 shrink-0 rounded-full',
            memory.status === 'active' ? 'bg-accent' : 'bg-surface ring-2 ring-edge ring-inset',
          )}
        />
        {last ? null : <span className="mt-1 w-px flex-1 bg-edge" />}
      </span>
      <div className={cn('flex min-w-0 flex-1 flex-col gap-1.5', !last && 'pb-5')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
          <StatusBadge status={memory.status} />
          <MemoryFacts memory={memory} />
          <span>
            <Time at={memory.validFrom} absolute={true} />
            {memory.invalidAt === null ? ' until now' : ' until '}
            {memory.invalidAt === null ? null : <Time at={memory.invalidAt} absolute={true} />}
          </span>
          {current ? <span className="text-ink">this row</span> : null}
        </div>
        {replaced === null ? (
          <p className="max-w-[75ch] whitespace-pre-wrap break-words">
            <RedactedText text={memory.content} />
          </p>
        ) : (
          <WordDiff before={replaced.content} after={memory.content} />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <IdChip id={memory.id} label="Memory id" />
          <SupportLine support={memory.support} />
          <SourceLinks sources={memory.sources} />
          {memory.status === 'superseded' ? <RestoreButton id={memory.id} /> : null}
        </div>
      </div>
    </li>
  );
}

// Believes a memory again that was merged, forgotten or replaced; what took its place stays.

function RestoreButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const restoring = useChange(trpc.memories.restore, {
    stale: [trpc.memories],
    done: { title: 'Restored', tone: 'good' },
    failed: 'Could not restore the memory',
  });
  const restore = () => {
    noteOwnChange(id);
    restoring.mutate({ id });
  };
  return (
    <ScopedButton
      scope="review"
      size="small"
      className="ml-auto"
      loading={restoring.isPending}
      onClick={restore}
    >
      Restore
    </ScopedButton>
  );
}
