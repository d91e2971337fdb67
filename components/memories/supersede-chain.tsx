'use client';

/** What a memory replaced and what replaced it, oldest first, as a vertical line with what each step changed. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { LazyWordDiff } from '../diff/lazy-word-diff.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';
import { IdChip } from '../ui/id-chip.tsx';
import { RedactedText } from '../ui/learned-text.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { MemoryFacts, SourceLinks } from './memory-facts.tsx';

type Memory = Outputs['memories']['chain'][number];

export function SupersedeChain({ id }: { id: string }) {
  const trpc = useTRPC();
  const chain = useQuery(trpc.memories.chain.queryOptions({ id }));
  if (chain.error !== null) {
    return (
      <ErrorBlock what="load what it replaced" error={chain.error} onRetry={() => void chain.refetch()} />
    );
  }
  if (chain.data === undefined) return <SkeletonRows count={2} label="Loading the chain" />;
  const versions = chain.data;
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{findingOf(versions)}</p>
      <ol className="flex flex-col">
        {versions.map((memory, index) => (
          <Step
            key={memory.id}
            memory={memory}
            replaced={versions.slice(0, index).findLast((other) => other.superseded_by === memory.id) ?? null}
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
            <Time at={memory.valid_from} absolute={true} />
            {memory.invalid_at === null ? ' until now' : ' until '}
            {memory.invalid_at === null ? null : <Time at={memory.invalid_at} absolute={true} />}
          </span>
          {current ? <span className="text-ink">this row</span> : null}
        </div>
        {replaced === null ? (
          <p className="max-w-[75ch] whitespace-pre-wrap break-words">
            <RedactedText text={memory.content} />
          </p>
        ) : (
          <LazyWordDiff before={replaced.content} after={memory.content} />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <IdChip id={memory.id} label="Memory id" />
          <SourceLinks sources={memory.sources} />
        </div>
      </div>
    </li>
  );
}
