/** The details of an entry as keys and values: the first ones in a line, all of them on demand. Plain text, always. */
import type { AuditEntry } from './audit-entry.ts';

const SHORT = 80;

function write(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function EntryDetails({ details }: { details: AuditEntry['details'] }) {
  const pairs = Object.entries(details);
  if (pairs.length === 0) return <span className="text-faint">none</span>;
  const line = pairs.map(([key, value]) => `${key} ${write(value)}`).join(' · ');
  if (line.length <= SHORT) return <span className="[overflow-wrap:anywhere] text-quiet">{line}</span>;
  return (
    <details className="min-w-0 max-md:text-right">
      <summary className="rounded-sm text-quiet hover:text-ink">
        <span className="[overflow-wrap:anywhere]">{line.slice(0, SHORT)}…</span>
      </summary>
      <dl className="mt-2 mb-1 flex flex-col gap-1 rounded-md bg-sunken p-2.5 text-left">
        {pairs.map(([key, value]) => (
          <div key={key} className="flex flex-wrap gap-x-3">
            <dt className="w-32 shrink-0 text-quiet">{key}</dt>
            <dd className="min-w-0 flex-1 basis-40 whitespace-pre-wrap [overflow-wrap:anywhere] font-mono text-code">
              {write(value)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
