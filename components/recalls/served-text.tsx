/** The text that the agent was given, as it was: each line leads to its rule or memory, beside the version it had then. */

import type { Outputs } from '../api/trpc.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { counted } from '../ui/text/counted.ts';
import { RedactedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { useAgentHref } from '../url/use-url-state.ts';

type Served = Outputs['recalls']['detail']['served'];
type Line = Served['lines'][number];
type Source = NonNullable<Line['source']>;

interface ServedTextProps {
  served: Pick<Served, 'lines' | 'gone'>;
  title?: string;
}

export function ServedText({ served: { lines, gone }, title = 'Text served to the agent' }: ServedTextProps) {
  const text = lines.map((line) => line.text).join('\n');
  return (
    <Card
      title={title}
      {...(lines.length === 0
        ? {}
        : {
            actions: (
              <CopyButton text={text} size="small">
                Copy
              </CopyButton>
            ),
          })}
    >
      {lines.length === 0 ? (
        <p className="text-quiet">
          {gone === 0
            ? 'Nothing was served.'
            : `What was served no longer exists: ${goneText(gone)} deleted since.`}
        </p>
      ) : (
        <ol aria-label={title} className="flex flex-col font-mono text-code">
          {rowsOf(lines).map(({ at, line, label }) => (
            <ServedLine key={at} line={line} label={label} />
          ))}
        </ol>
      )}
      {lines.length > 0 && gone > 0 ? (
        <p className="mt-3 text-attention text-caption">Not shown: {goneText(gone)} deleted since.</p>
      ) : null}
    </Card>
  );
}

const goneText = (gone: number) => counted(gone, 'skill or memory', 'skills and memories');

/** The lines with the name of their source where another one begins. */
function rowsOf(lines: readonly Line[]): { at: number; line: Line; label: string | null }[] {
  return lines.map((line, at) => {
    const before = lines[at - 1]?.source ?? null;
    const begins = line.source !== null && line.source.id !== before?.id;
    return { at, line, label: begins ? labelOf(line.source) : null };
  });
}

function labelOf(source: Line['source']): string | null {
  if (source === null) return null;
  return source.kind === 'skill' ? `${source.name} v${source.version}` : 'memory';
}

function ServedLine({ line: { text, source }, label }: { line: Line; label: string | null }) {
  const addressOf = useSourceAddress();
  const words = text === '' ? '\u00a0' : <RedactedText text={text} />;
  const look = 'min-w-0 flex-1 whitespace-pre-wrap break-words';
  return (
    <li className="flex items-baseline gap-4 max-md:flex-col max-md:gap-0">
      {source === null || text === '' ? (
        <span className={`${look} text-quiet`}>{words}</span>
      ) : (
        <Link href={addressOf(source)} className={`${look} hover:text-accent-strong hover:underline`}>
          {words}
        </Link>
      )}
      {label === null || source === null ? null : (
        <Link
          href={versionAddress(source) ?? addressOf(source)}
          className="max-w-56 shrink-0 truncate font-sans text-accent text-caption hover:text-accent-strong max-md:order-first max-md:mt-2"
        >
          {label}
        </Link>
      )}
    </li>
  );
}

function versionAddress(source: Source): string | null {
  return source.kind === 'skill' ? `/skills/${source.id}?tab=versions&to=${source.version}` : null;
}

function useSourceAddress(): (source: Source) => string {
  const hrefOf = useAgentHref();
  return (source) => {
    if (source.kind === 'memory') return hrefOf(`/memories?tab=all&status=any&id=${source.id}`);
    const place = source.rule === null ? '' : `#${source.rule}`;
    return `${hrefOf(`/skills/${source.id}?removed=shown`)}${place}`;
  };
}
