'use client';

/** The run behind a change, beside the page: how it went, the moment that taught something, the rest folded. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Outputs, toCallError, useTRPC } from '../../api/trpc.ts';
import { actorLabel } from '../../audit/actor-label.ts';
import { PartGate } from '../../shell/scope-gate.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { buttonLook } from '../../ui/forms/button-look.ts';
import { Loading } from '../../ui/layout/states.tsx';
import { Sheet } from '../../ui/overlays/dialog-panel.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { IdChip } from '../../ui/text/id-chip.tsx';
import { LearnedText, RedactedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { Time } from '../../ui/text/time.tsx';
import type { Detail } from '../detail.ts';
import { OUTCOME_TONE } from '../words.ts';

type Run = Outputs['episodes']['detail'];

interface SupportPanelProps {
  detail: Detail;
  /** The run that is shown; null while the panel is closed. */
  id: string | null;
  onOpen: (id: string | null) => void;
}

export function SupportPanel({ detail: { episodes }, id, onOpen }: SupportPanelProps) {
  const at = episodes.findIndex((episode) => episode.id === id);
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => (open ? undefined : onOpen(null))}
      title="Evidence"
      description={at < 0 ? 'A run the rule was learned from' : `Run ${at + 1} of ${episodes.length}`}
      footer={
        <>
          <Button disabled={at < 1} onClick={() => onOpen(episodes[at - 1]?.id ?? null)}>
            Previous run
          </Button>
          <Button
            disabled={at < 0 || at + 1 >= episodes.length}
            onClick={() => onOpen(episodes[at + 1]?.id ?? null)}
          >
            Next run
          </Button>
        </>
      }
    >
      {id === null ? null : (
        <PartGate what="The run" scope="learn">
          <RunOf key={id} id={id} gone={episodes[at]?.gone === true} />
        </PartGate>
      )}
    </Sheet>
  );
}

function RunOf({ id, gone }: { id: string; gone: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.episodes.detail.queryOptions(gone ? skipToken : { id }));
  if (gone || (query.isError && toCallError(query.error).kind === 'not_found')) return <Gone id={id} />;
  if (query.isPending || query.isError) return <Loading query={query} what="the run" count={6} />;
  return <RunView run={query.data} />;
}

function Gone({ id }: { id: string }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Badge>purged or erased</Badge>
      <p className="text-quiet">
        This run was purged, or its user was erased. Its text cannot be shown. What was learned from it
        remains.
      </p>
      <IdChip id={id} label="Episode id" full={true} />
    </div>
  );
}

function RunView({ run }: { run: Run }) {
  const { episode } = run;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2 text-caption text-quiet">
        <Badge tone={OUTCOME_TONE[episode.outcome]}>{episode.outcome}</Badge>
        <span className="tabular-nums">
          reward {episode.reward === null ? 'none' : episode.reward.toFixed(2)}
          {episode.rewardSource === null ? '' : `, by ${episode.rewardSource}`}
        </span>
        <Time at={episode.createdAt} />
        <IdChip id={episode.episodeId} label="Episode id" />
      </div>
      <p className="whitespace-pre-wrap break-words font-medium">
        <RedactedText text={episode.task ?? 'No task was recorded'} />
      </p>
      <Moments run={run} />
      <Transcript episode={episode} />
      <Link
        href={`/episodes/${episode.episodeId}`}
        className={`${buttonLook({ variant: 'secondary' })} self-start`}
      >
        Open the whole run
      </Link>
    </div>
  );
}

function Moments({ run }: { run: Run }) {
  return momentsOf(run).map(({ source, text }, index) => (
    <figure key={`${source}-${index.toString()}`} className="flex flex-col gap-1">
      <figcaption className="text-caption text-quiet">
        <LearnedText text={source} />
      </figcaption>
      <blockquote className="whitespace-pre-wrap break-words border-accent border-l-2 bg-sunken px-3 py-2 font-mono text-code">
        <RedactedText text={text} />
      </blockquote>
    </figure>
  ));
}

function Transcript({ episode: { messages } }: { episode: Run['episode'] }) {
  if (messages.length === 0) return null;
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 text-table">
        {messages.length === 1 ? '1 message' : `${messages.length} messages`}
      </summary>
      <ol className="flex flex-col gap-3 px-3 pb-3">
        {messages.map(({ role, content }, index) => (
          <li key={`${role}-${index.toString()}`} className="flex flex-col gap-0.5">
            <LearnedText text={role} className="text-caption text-quiet" />
            <p className="whitespace-pre-wrap break-words font-mono text-code">
              <RedactedText text={content} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

// The part of a run that taught something: what went wrong and what somebody said about it, before the whole
// transcript. Pure.

/** A quoted part of a run; `source` says where in it. */
interface Quote {
  source: string;
  text: string;
}

/** The telling parts in the order of their weight: corrections, errors, checks that failed, else how it ended. */
function momentsOf({ episode, feedback }: Run): Quote[] {
  const said = feedback.flatMap(({ comment, correction, actor, actorName: name }) => [
    ...quote(`Corrected by ${actorLabel({ actor, name })}`, correction),
    ...quote(`Said by ${actorLabel({ actor, name })}`, comment),
  ]);
  const broken = episode.toolCalls.flatMap(({ name, error }) => quote(`${name} failed`, error));
  const moments = [...said, ...quote('The run failed with', episode.error), ...broken];
  if (moments.length > 0) return moments;
  const last = episode.messages.at(-1);
  return last === undefined ? [] : quote(`Last message, from ${last.role}`, last.content);
}

function quote(source: string, text: string | null | undefined): Quote[] {
  return text ? [{ source, text }] : [];
}
