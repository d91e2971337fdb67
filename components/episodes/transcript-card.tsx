/** What happened in a run: messages and tool calls, folded; a call that failed stands open. */
'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { EpisodeDetail } from './episodes-state.ts';
import { MessageFold, ToolCallFold } from './transcript-folds.tsx';

/** Entries shown at once: more come by a press, so that a run of thousands opens at once. */
const STEP = 50;

interface TranscriptProps {
  episode: EpisodeDetail['episode'];
}

export function TranscriptCard({ episode: { messages, tool_calls: calls } }: TranscriptProps) {
  const failed = calls.filter(({ error }) => (error ?? '') !== '').length;
  return (
    <>
      <Card title="Messages" note={`${messages.length}`} flush={true}>
        {messages.length === 0 ? <None>The agent recorded no messages.</None> : null}
        <Bounded
          noun="messages"
          entries={messages.map((message, place) => ({
            key: `message-${place}`,
            shown: <MessageFold message={message} />,
          }))}
        />
      </Card>
      <Card
        title="Tool calls"
        note={failed === 0 ? `${calls.length}` : `${calls.length}, ${failed} failed`}
        flush={true}
      >
        {calls.length === 0 ? <None>The agent recorded no tool calls.</None> : null}
        <Bounded
          noun="tool calls"
          entries={calls.map((call, place) => ({
            key: `call-${place}`,
            shown: <ToolCallFold call={call} />,
          }))}
        />
      </Card>
    </>
  );
}

function None({ children }: { children: string }) {
  return <p className="p-4 text-quiet text-table">{children}</p>;
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
