'use client';

/** The memories as a table whose rows unfold to what each replaced and what replaced it; cards below 768 px. */
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { ChevronRight } from '../ui/generated/icons.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { ListedMemory } from './memories-state.ts';
import { SupersedeChain } from './memory-facts.tsx';

interface TableProps {
  memories: readonly ListedMemory[];
  /** Whether each row names its agent, where the list is of more than one. */
  withAgent: boolean;
  openId: string;
  onOpen: (id: string) => void;
}

const HEAD =
  'h-8 whitespace-nowrap border-line border-b px-3 text-left first:pl-4 last:pr-4 font-medium text-caption text-quiet';
const CELL =
  'px-3 py-1.5 align-top md:first:pl-4 md:last:pr-4 max-md:px-0 max-md:py-0 max-md:text-caption max-md:text-quiet';

export function MemoryTable({ memories, withAgent, openId, onOpen }: TableProps) {
  return (
    <table className="w-full border-collapse text-table max-md:block">
      <caption className="sr-only">Memories</caption>
      <thead className="max-md:sr-only">
        <tr>
          {['Content', 'Kind', 'About', 'Confidence', 'Valid', 'Status'].map((header) => (
            <th key={header} scope="col" className={cn(HEAD, header === 'Confidence' && 'text-right')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {memories.map((memory) => (
          <Row
            key={memory.id}
            memory={memory}
            withAgent={withAgent}
            open={memory.id === openId}
            onOpen={() => onOpen(memory.id === openId ? '' : memory.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  memory: ListedMemory;
  withAgent: boolean;
  open: boolean;
  onOpen: () => void;
}

function Row({ memory, withAgent, open, onOpen }: RowProps) {
  return (
    <>
      <tr
        className={cn(
          'border-line hover:bg-sunken/70 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2.5',
          open ? 'bg-accent-soft hover:bg-accent-soft' : 'border-b last:border-b-0',
        )}
      >
        <td className={cn(CELL, 'w-full max-w-0 max-md:max-w-none max-md:text-ink max-md:text-table')}>
          <Unfold memory={memory} open={open} onOpen={onOpen} />
        </td>
        <Cell>
          <Badge>{memory.kind}</Badge>
        </Cell>
        <Cell className="max-md:flex max-md:min-w-0 max-md:gap-1.5">
          <LearnedText text={memory.userId ?? 'all users'} className="block max-w-44 truncate" />
          {withAgent ? (
            <LearnedText
              text={memory.agentId === '*' ? 'every agent' : memory.agentId}
              className="block max-w-44 truncate text-caption text-faint"
            />
          ) : null}
        </Cell>
        <Cell className="text-right">
          <span aria-hidden="true" className="md:hidden">
            confidence{' '}
          </span>
          <Numeral value={memory.confidence} as="score" />
        </Cell>
        <Cell>
          <ValidTime memory={memory} />
        </Cell>
        <Cell>
          <StatusBadge status={memory.status} />
        </Cell>
      </tr>
      {open ? (
        <tr className="border-line border-b last:border-b-0 max-md:block">
          <td colSpan={6} className="bg-sunken/60 px-4 py-4 max-md:block">
            <SupersedeChain id={memory.id} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Unfold({ memory, open, onOpen }: Omit<RowProps, 'withAgent'>) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onOpen}
      className="flex min-h-6 w-full items-start gap-1.5 rounded-sm text-left"
    >
      <ChevronRight
        aria-hidden="true"
        className={cn('mt-0.5 size-4 shrink-0 text-quiet transition-transform', open && 'rotate-90')}
      />
      <span className={cn('min-w-0 flex-1 break-words', !open && 'line-clamp-2')}>
        <RedactedText text={memory.content} code={true} />
      </span>
    </button>
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={cn(CELL, 'whitespace-nowrap', className)}>{children}</td>;
}

function ValidTime({ memory: { validFrom: from, invalidAt: to } }: { memory: ListedMemory }) {
  return (
    <>
      <span className="block">
        since <Time at={from} />
      </span>
      {to === null ? null : (
        <span className="block text-caption text-faint">
          until <Time at={to} />
        </span>
      )}
    </>
  );
}
