'use client';

/** What to set so that something is learned: three variables, as a text to copy. */
import { CopyButton } from '../ui/forms/copy-button.tsx';

const LINES = [
  'SERVICE_LLM_PROVIDER=openai',
  'SERVICE_LLM_API_KEY=<your key>',
  'SERVICE_LLM_MODEL=<a model of your provider>',
].join('\n');

export function ModelHint() {
  return (
    <div className="flex max-w-[75ch] flex-col gap-2">
      <p className="text-quiet">
        No learning model is configured. Recording and recall work, and people can write skills, but nothing
        is learned. The operator sets these variables and restarts the gateway:
      </p>
      <div className="flex items-start justify-between gap-3 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
        <pre className="min-w-0 whitespace-pre-wrap py-1 font-mono text-code [overflow-wrap:anywhere]">
          {LINES}
        </pre>
        <CopyButton size="small" variant="quiet" text={LINES} aria-label="Copy the variables">
          Copy
        </CopyButton>
      </div>
    </div>
  );
}
