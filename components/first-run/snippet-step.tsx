'use client';

/** Step 2: a snippet in the agent's own language that records one run and recalls before the next. */
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { oneOf, useUrlState } from '../url/use-url-state.ts';
import { type Connection, environment, MCP_RULE, snippetOf, WAY_LABELS, WAYS } from './snippets.ts';
import { Step } from './step.tsx';

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
