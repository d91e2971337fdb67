/** Something to copy and run, as plain text. */
import { CopyButton } from '../ui/copy-button.tsx';

export function SnippetBlock({ label, text }: { label: string; text: string }) {
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
