'use client';

/** The passages of one source that the model had read, quoted from the runs that taught a change. */
import { useQuery } from '@tanstack/react-query';
import type { SourceCount } from '../../../server/domain/trust/because.ts';
import { isSameSource } from '../../../server/domain/trust/source-names.ts';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { taskName, useTasks } from '../../episodes/use-tasks.ts';
import { Loading } from '../../ui/layout/states.tsx';
import { Sheet } from '../../ui/overlays/dialog-panel.tsx';
import { counted, grouped } from '../../ui/text/counted.ts';
import { LearnedText, RedactedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import type { Detail } from '../detail.ts';
import { sourceName } from './source-words.ts';
import { TrustButton } from './trust-button.tsx';

interface PassagesPanelProps extends Pick<Detail, 'changeset'> {
  /** Null while the panel is closed. */
  source: SourceCount | null;
  onClose: () => void;
}

export function PassagesPanel({ changeset, source, onClose }: PassagesPanelProps) {
  const { agentId, status } = changeset;
  const canTrust = source?.kind === 'tool' && status === 'pending';
  return (
    <Sheet
      open={source !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={source === null ? '' : `Text from ${sourceName(source)}`}
      description="What the model had read from this source before it proposed the change."
      {...(canTrust
        ? { footer: <TrustButton agentId={agentId} tool={source.name} variant="secondary" /> }
        : {})}
    >
      {source === null ? null : <Passages id={changeset.id} source={source} />}
    </Sheet>
  );
}

function Passages({ id, source }: { id: string; source: SourceCount }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.changesets.passages.queryOptions({ id }));
  const passages = query.data?.passages.filter((passage) => isSameSource(passage.source, source)) ?? [];
  const tasks = useTasks([...new Set(passages.map(({ episodeId }) => episodeId))]);
  if (query.data === undefined) return <Loading query={query} what="the passages" count={6} />;
  const { runsLeftOut } = query.data;
  return (
    <div className="flex flex-col gap-4">
      {passages.length === 0 ? (
        <p className="text-quiet">
          None of its text is kept any more: the runs were purged or erased. What was learned from them
          remains.
        </p>
      ) : (
        passages.map((passage) => (
          <Quotation
            key={`${passage.episodeId} ${passage.text}`}
            passage={passage}
            run={taskName(passage.episodeId, tasks)}
          />
        ))
      )}
      {runsLeftOut === 0 ? null : (
        <p className="text-caption text-quiet">{counted(runsLeftOut, 'earlier run')} not shown.</p>
      )}
    </div>
  );
}

type Passage = Outputs['changesets']['passages']['passages'][number];

const PARTS: Record<Passage['part'], string> = {
  task: 'Task',
  message: 'Message',
  result: 'Answer',
  error: 'Error',
  comment: 'Comment',
  correction: 'Correction',
};

function Quotation({ passage: { episodeId, part, text, leftOut }, run }: { passage: Passage; run: string }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex min-w-0 gap-1 text-caption text-quiet">
        <span className="shrink-0">{PARTS[part]} in</span>
        <Link
          href={`/episodes/${episodeId}`}
          className="truncate underline underline-offset-2 hover:text-ink"
        >
          <LearnedText text={run} />
        </Link>
      </figcaption>
      <blockquote className="whitespace-pre-wrap break-words border-attention border-l-2 bg-sunken px-3 py-2 font-mono text-code">
        <RedactedText text={text} />
        {leftOut === 0 ? null : (
          <span className="font-sans text-caption text-quiet"> … {grouped(leftOut)} more characters</span>
        )}
      </blockquote>
    </figure>
  );
}
