'use client';

/** Step 2: a snippet in the agent's own language that records one run and recalls before the next. */
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Check } from '../ui/generated/icons.tsx';
import { oneOf, useUrlState } from '../url/use-url-state.ts';
import { type Connection, environment, MCP_RULE, snippetOf, WAY_LABELS, WAYS } from './snippets.ts';

interface StepProps {
  number: number;
  title: ReactNode;
  done: boolean;
  children: ReactNode;
}

export function Step({ number, title, done, children }: StepProps) {
  const mark = done ? <Check className="size-4" /> : String(number);
  return (
    <li className="relative flex gap-4 pb-8 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-1 left-3.5 w-px bg-line [li:last-child>&]:hidden"
      />
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full font-semibold text-caption tabular-nums',
          done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-strong',
        )}
      >
        {mark}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 pt-0.5">
        <h3 className="font-semibold text-heading">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}

const SCHEMA = { way: oneOf(WAYS, 'curl') };

interface SnippetStepProps {
  connection: Connection;
  recorded: boolean;
  recalled: boolean;
}

export function SnippetStep({ connection, recorded, recalled }: SnippetStepProps) {
  const [{ way }, change] = useUrlState(SCHEMA);
  return (
    <Step number={2} title="Record a run, and recall before the next one" done={recorded && recalled}>
      <fieldset aria-label="How the agent connects" className="flex flex-wrap gap-1.5">
        {WAYS.map((known) => (
          <Button
            key={known}
            size="small"
            aria-pressed={way === known}
            onClick={() => change({ way: known }, { history: 'replace' })}
            className={cn(way === known && 'bg-accent-soft text-accent-strong ring-accent')}
          >
            {WAY_LABELS[known]}
          </Button>
        ))}
      </fieldset>
      {way === 'mcp' ? (
        <>
          <SnippetBlock label="The agent’s MCP servers" text={snippetOf(way, connection)} />
          <SnippetBlock label="In the agent’s instructions" text={MCP_RULE} />
        </>
      ) : (
        <>
          <SnippetBlock label="In the shell of the agent" text={environment(connection)} />
          <SnippetBlock label={WAY_LABELS[way]} text={snippetOf(way, connection)} />
        </>
      )}
      {recorded && !recalled ? <p className="text-quiet">A run is recorded. Next, make a recall.</p> : null}
    </Step>
  );
}

/** Something to copy and run, as plain text. */
function SnippetBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex min-h-9 items-center justify-between gap-3 border-line border-b px-3 py-1 text-caption text-quiet">
        {label}
        <CopyButton size="small" variant="quiet" text={text} aria-label={`Copy: ${label}`}>
          Copy
        </CopyButton>
      </figcaption>
      <pre className="whitespace-pre-wrap px-3 py-2.5 font-mono text-code [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  );
}
