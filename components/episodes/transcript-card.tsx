'use client';

/** What happened in a run: messages and tool calls, folded; a call that failed stands open. */
import { type ReactNode, useState } from 'react';
import { useScanSpans } from '../changesets/preview/scan-spans.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { ChevronRight, Wrench, X } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { counted } from '../ui/text/counted.ts';
import { FindingSpansContext } from '../ui/text/finding-spans.ts';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import type { EpisodeDetail } from './episodes-state.ts';
import { LongText } from './long-text.tsx';
import { type Message, type ToolCall, transcriptOf } from './transcript.ts';
import { firstLine, sizeText } from './wording.ts';

const EXCERPT = 160;

function excerptOf(text: string): string {
  return firstLine(text.replaceAll(/\s+/g, ' '), EXCERPT);
}

interface FoldProps {
  head: ReactNode;
  excerpt: string;
  size: number;
  startsOpen?: boolean;
  children: ReactNode;
}

function Fold({ head, excerpt, size, startsOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-(--row) w-full items-center gap-2 px-4 py-1.5 text-left text-table -outline-offset-2 hover:bg-sunken/70"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn('size-4 shrink-0 text-quiet transition-transform', open && 'rotate-90')}
        />
        {head}
        <span className="min-w-0 flex-1 truncate text-quiet">
          {open ? null : <RedactedText text={excerpt} />}
        </span>
        <span className="shrink-0 text-caption text-faint max-sm:hidden">{sizeText(size)}</span>
      </button>
      {open ? <div className="flex flex-col gap-3 px-4 pt-1 pb-4 pl-10">{children}</div> : null}
    </>
  );
}

function MessageFold({ message: { role, content } }: { message: Message }) {
  return (
    <Fold
      head={<LearnedText text={role} className="w-20 shrink-0 truncate font-medium" />}
      excerpt={excerptOf(content)}
      size={content.length}
    >
      <LongText text={content} />
    </Fold>
  );
}

function argumentsText(args: ToolCall['arguments']): string {
  if (args === null || args === undefined) return '';
  return typeof args === 'string' ? args : JSON.stringify(args, null, 2);
}

function ToolCallFold({ call }: { call: ToolCall }) {
  const { name, result, error } = call;
  const given = argumentsText(call.arguments);
  const failed = (error ?? '') !== '';
  return (
    <Fold
      head={
        <>
          <Wrench aria-hidden="true" className="size-3.5 shrink-0 text-quiet" />
          <span className="min-w-0 max-w-56 truncate font-medium font-mono text-code">
            <span className="sr-only">Tool call </span>
            <LearnedText text={name} />
          </span>
          {failed ? (
            <Badge tone="attention">
              <X aria-hidden="true" className="size-3" />
              failed
            </Badge>
          ) : null}
        </>
      }
      excerpt={excerptOf(given)}
      size={given.length + (result ?? '').length + (error ?? '').length}
      startsOpen={failed}
    >
      <Part label="Arguments" text={given} />
      <Part label="Result" text={result ?? ''} />
      <Part label="Error" text={error ?? ''} bad={true} />
    </Fold>
  );
}

function Part({ label, text, bad = false }: { label: string; text: string; bad?: boolean }) {
  if (text === '') return null;
  return (
    <div className="flex flex-col gap-1">
      <span className={cn('text-caption', bad ? 'font-medium text-attention' : 'text-quiet')}>{label}</span>
      <LongText
        text={text}
        mono={true}
        className={cn('rounded-md px-3 py-2', bad ? 'bg-attention-soft' : 'bg-sunken')}
      />
    </div>
  );
}

/** Entries shown at once: more come by a press, so that a run of thousands opens at once. */
const STEP = 50;

/** Messages and tool calls in order. What is folded is not drawn, so that long runs stay light. */
export function TranscriptCard({ episode }: { episode: EpisodeDetail['episode'] }) {
  const { messages, toolCalls: calls } = episode;
  const failed = calls.filter(({ error }) => (error ?? '') !== '').length;
  const { turns, unplaced } = transcriptOf(episode);
  const note = [
    counted(messages.length, 'message'),
    counted(calls.length, 'tool call'),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
  return (
    <Card title="Transcript" note={note} flush={true}>
      {turns.length === 0 ? (
        <p className="p-4 text-quiet text-table">The agent recorded no messages and no tool calls.</p>
      ) : null}
      <FindingSpansContext value={useScanSpans(true)}>
        <Bounded
          noun="entries"
          entries={turns.map((turn, place) => ({
            key: `turn-${place}`,
            shown:
              'call' in turn ? <ToolCallFold call={turn.call} /> : <MessageFold message={turn.message} />,
          }))}
        />
      </FindingSpansContext>
      {unplaced === 0 || messages.length === 0 ? null : (
        <p className="border-line border-t px-4 py-2 text-caption text-quiet">
          The run does not record when{' '}
          {unplaced === 1 ? 'one of its tool calls was' : `${unplaced} of its tool calls were`} made. They are
          shown before the last answer.
        </p>
      )}
    </Card>
  );
}

interface BoundedProps {
  noun: string;
  entries: readonly { key: string; shown: ReactNode }[];
}

function Bounded({ noun, entries }: BoundedProps) {
  const [most, setMost] = useState(STEP);
  const rest = entries.length - most;
  return (
    <>
      <ol>
        {entries.slice(0, most).map(({ key, shown }) => (
          <li key={key} className="border-line border-b last:border-b-0">
            {shown}
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <div className="border-line border-t px-4 py-2">
          <Button size="small" onClick={() => setMost(most + STEP)}>
            Show more: {rest} {noun} left
          </Button>
        </div>
      ) : null}
    </>
  );
}
