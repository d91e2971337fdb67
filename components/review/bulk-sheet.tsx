'use client';

/** Decides on many at once: first what would happen to each, then what did. */
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import type { ReviewResult } from '../changesets/decide/decision.ts';
import { discardDrafts, type Rejection } from '../changesets/decide/drafts.ts';
import { useLastDecision, useReportDecision, useUndoOffer } from '../changesets/decide/last-decision.ts';
import { RejectBox } from '../changesets/decide/reject-box.tsx';
import { UndoButton } from '../changesets/decide/undo-button.tsx';
import { useRefreshDecided, useUndo } from '../changesets/decide/use-undo.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/layout/states.tsx';
import { Sheet } from '../ui/overlays/dialog-panel.tsx';
import { takeFocus } from '../ui/overlays/return-focus.ts';
import { Badge } from '../ui/text/badge.tsx';
import { counted } from '../ui/text/counted.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import {
  leftPending,
  type Planned,
  planApprovals,
  planSummary,
  resultSummary,
  resultText,
} from './bulk-plan.ts';
import type { QueueItem } from './review-state.ts';
import { skillText } from './row-text.ts';

type Results = Outputs['changesets']['decideMany'];

/** As many ids as fit the address of one request, and one decision. */
const PREVIEWED = 40;
const DECIDED = 100;

interface BulkSheetProps {
  what: 'approve' | 'reject';
  items: readonly QueueItem[];
  onOutcome: (result: ReviewResult) => void;
  onClose: () => void;
}

export function BulkSheet({ what: begun, items: selected, onOutcome, onClose }: BulkSheetProps) {
  const [{ what, items }, setTask] = useState({ what: begun, items: selected });
  const bulk = useBulk({ what, items, onOutcome });
  const [rejection, setRejection] = useState<Rejection>();
  const plan =
    what === 'reject' ? items.map((item) => ({ item, does: null, left: null, expect: item.digest })) : null;
  return (
    <Sheet
      open={true}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${what === 'approve' ? 'Approve' : 'Reject'}: ${counted(items.length, 'changeset')} selected`}
      description={
        what === 'approve'
          ? 'Changes with high risk or blocking findings must be decided individually and are left out.'
          : 'The same reason is recorded for each.'
      }
      {...(bulk.results === null
        ? {}
        : {
            footer: (
              <>
                <TakeBack onTaken={onClose} />
                <Button ref={takeFocus} onClick={onClose}>
                  Done
                </Button>
              </>
            ),
          })}
    >
      {bulk.error === null ? null : <ErrorBlock what={`${what} them`} error={bulk.error} />}
      {bulk.results === null ? null : <p className="mb-4 font-medium">{resultSummary(bulk.results)}</p>}
      {plan === null ? (
        <Approving
          items={items}
          bulk={bulk}
          onReject={(rejected) => setTask({ what: 'reject', items: rejected })}
        />
      ) : (
        <div className="flex flex-col gap-4">
          {bulk.results === null ? (
            <RejectBox
              label={`Reject ${items.length}`}
              busy={bulk.busy}
              draft={rejection}
              onDraft={setRejection}
              onReject={(comment) => void bulk.decide(plan, comment)}
              onCancel={onClose}
            />
          ) : null}
          <BulkRows planned={plan} results={bulk.results} />
        </div>
      )}
    </Sheet>
  );
}

/** Takes back what was decided here, as long as that is offered. */
function TakeBack({ onTaken }: { onTaken: () => void }) {
  const offer = useUndoOffer(useLastDecision());
  if (offer === null) return null;
  const run = () => {
    offer.undo.run();
    onTaken();
  };
  return <UndoButton offer={{ ...offer, undo: { ...offer.undo, run } }} size="medium" />;
}

type Bulk = ReturnType<typeof useBulk>;

function useBulk({ what, items, onOutcome }: Omit<BulkSheetProps, 'onClose'>) {
  const approve = what === 'approve';
  const trpc = useTRPC();
  const report = useReportDecision();
  const undoOf = useUndo();
  const refresh = useRefreshDecided();
  const [results, setResults] = useState<Results | null>(null);
  const mutation = useMutation(trpc.changesets.decideMany.mutationOptions());
  const send = async (planned: readonly Planned[], comment: string | null) => {
    const all: Results = [];
    for (let start = 0; start < planned.length; start += DECIDED) {
      const decisions = planned
        .slice(start, start + DECIDED)
        .map(({ item, expect }) => ({ id: item.id, expect }));
      all.push(...(await mutation.mutateAsync({ decisions, approve, comment })));
    }
    setResults(all);
    const decided = all.flatMap(({ result }) => result ?? []);
    for (const result of decided) {
      onOutcome(result);
      discardDrafts(result.id);
    }
    const about = { headline: null, skills: skillsOf(items, decided) };
    report({ ...about, title: resultSummary(all), tone: 'plain', ...undoOf(decided, about) });
    refresh();
  };
  return {
    results,
    busy: mutation.isPending,
    error: mutation.error,
    /** What failed as a whole is shown from the mutation's error. */
    decide: (planned: readonly Planned[], comment: string | null) =>
      send(planned, comment).catch(() => undefined),
  };
}

/** The names of the skills that decisions were on. */
function skillsOf(items: readonly QueueItem[], decided: readonly ReviewResult[]): string {
  const ids = new Set(decided.map(({ id }) => id));
  const named = items.filter(({ id }) => ids.has(id)).flatMap(({ skills }) => skills.map(({ name }) => name));
  return [...new Set(named)].join(', ');
}

interface ApprovingProps {
  items: readonly QueueItem[];
  bulk: Bulk;
  /** Goes on to reject what is left out. */
  onReject: (items: readonly QueueItem[]) => void;
}

function Approving({ items, bulk, onReject }: ApprovingProps) {
  const trpc = useTRPC();
  const parts = Array.from({ length: Math.ceil(items.length / PREVIEWED) }, (_, part) =>
    items.slice(part * PREVIEWED, (part + 1) * PREVIEWED).map(({ id }) => id),
  );
  const queries = useQueries({
    queries: parts.map((ids) =>
      trpc.changesets.previewMany.queryOptions({ ids }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
    ),
  });
  const failed = queries.find((query) => query.isError);
  if (failed !== undefined) {
    return (
      <ErrorBlock what="see what would happen" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (queries.some((query) => query.isPending)) return <SkeletonRows count={items.length} />;
  const previews = queries.flatMap((query) => query.data ?? []);
  const planned = planApprovals(items, previews);
  const going = planned.filter(({ does }) => does !== null);
  const left = leftPending(planned, previews);
  return (
    <div className="flex flex-col gap-4">
      {bulk.results === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 font-medium">{planSummary(planned, previews)}</p>
          {left.length === 0 ? null : (
            <Button
              {...(going.length === 0 ? { ref: takeFocus } : {})}
              disabled={bulk.busy}
              onClick={() => onReject(left)}
            >
              {left.length === 1 ? 'Reject this one' : `Reject these ${left.length}`}
            </Button>
          )}
          {going.length === 0 ? null : (
            <Button
              ref={takeFocus}
              variant="primary"
              loading={bulk.busy}
              onClick={() => void bulk.decide(going, null)}
            >
              Approve {going.length}
            </Button>
          )}
        </div>
      ) : null}
      <BulkRows planned={planned} results={bulk.results} />
    </div>
  );
}

/** One line for each of many: what will happen or happened to it. */
function BulkRows({ planned, results }: { planned: readonly Planned[]; results: Results | null }) {
  return (
    <ul aria-label="Outcomes" className="rounded-md border border-line">
      {planned.map((one) => (
        <li
          key={one.item.id}
          className="grid items-center gap-x-4 gap-y-1 border-line border-b px-3 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,12rem)]"
        >
          <span className="flex min-w-0 flex-col gap-1">
            <span className="line-clamp-3 break-words font-medium text-table">
              <HeadlineText headline={one.item.headline} most={180} />
            </span>
            <span className="flex min-w-0 items-center gap-2 text-caption text-quiet">
              <RiskMark risk={one.item.risk} findings={one.item.findings} />
              <LearnedText text={skillText(one.item)} className="truncate" />
            </span>
          </span>
          <span className="min-w-0 sm:text-right">
            <Outcome one={one} result={results?.find(({ id }) => id === one.item.id)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ one, result }: { one: Planned; result: Results[number] | undefined }) {
  if (result !== undefined) return <Badge tone={toneOf(result)}>{resultText(result)}</Badge>;
  if (one.left !== null)
    return (
      <span className="text-attention text-caption">
        Left out: <LearnedText text={one.left} />
      </span>
    );
  return one.does === null ? null : <LearnedText text={one.does} className="text-caption text-quiet" />;
}

function toneOf({ result }: Results[number]): 'danger' | 'good' | 'neutral' {
  if (result === null || result.status === 'failed') return 'danger';
  return result.status === 'rejected' ? 'neutral' : 'good';
}
