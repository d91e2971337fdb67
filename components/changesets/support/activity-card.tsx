'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
/** What happened to the changeset so far, with the comments of reviewers; the newest last, as it was. */
import { type FormEvent, useRef } from 'react';
import { type CallError, toCallError, useTRPC } from '../../api/trpc.ts';
import { useAnnounce, useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { Textarea } from '../../ui/forms/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { Link } from '../../ui/text/link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { useDraft } from '../decide/drafts.ts';
import { ACTIVITY, type Detail, useView } from '../detail.ts';
import { actorIn } from '../words.ts';

/** What an entry of a changeset's history says in words. Pure. */
interface Entry {
  action: string;
  details: Record<string, unknown>;
}

const WORDS: Record<string, string> = {
  'changeset.proposed': 'proposed it',
  'changeset.amended': 'reworded it',
  'changeset.supported': 'noted further runs that taught the same',
  'changeset.commented': 'commented',
  'changeset.assigned': 'assigned it',
  'changeset.released': 'released it',
  'changeset.applied': 'applied it',
  'changeset.rejected': 'rejected it',
  'changeset.queued': 'approved it; queued behind a canary',
  'changeset.canary': 'approved it; a canary started',
  'changeset.failed': 'approved it, but it could not be applied',
  'changeset.decision_undone': 'undid the decision; pending review again',
};

/** "applied it as v8"; an action without a word of its own shows as it is called. */
function activityText({ action, details }: Entry): string {
  const word = WORDS[action] ?? action.replaceAll(/[._]/g, ' ');
  const versions = action === 'changeset.applied' ? versionsOf(details) : [];
  return versions.length === 0 ? word : `${word} as ${versions.map((version) => `v${version}`).join(', ')}`;
}

const DECISIONS = ['applied', 'rejected', 'queued', 'canary', 'failed'];

/** Where somebody decided as it stands; the comment of that decision is kept with the changeset. */
function decisionIn(activity: readonly Event[]): Event | undefined {
  const undone = activity.findLastIndex(({ action }) => action === 'changeset.decision_undone');
  return activity
    .slice(undone + 1)
    .find(({ action }) => DECISIONS.some((decision) => action === `changeset.${decision}`));
}

function versionsOf({ versions }: Record<string, unknown>): number[] {
  if (typeof versions !== 'object' || versions === null) return [];
  return Object.values(versions).filter((version) => typeof version === 'number');
}

/** What was said along with it: a comment or a reason. */
function commentIn({ details: { text, comment, reason } }: Entry): string | null {
  const said = [text, comment, reason].filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? null : [...new Set(said)].join('\n');
}

const LONGEST = 4000;

function CommentForm({ id }: { id: string }) {
  const [text = '', keep] = useDraft(id, 'comment');
  const form = useRef<HTMLFormElement>(null);
  const { post, busy, error } = usePostComment(id, () => {
    keep(undefined);
    form.current?.querySelector('textarea')?.blur();
  });
  useShortcut('change.comment', () => form.current?.querySelector('textarea')?.focus(), {
    enabled: useAllowed('review'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    post(text);
  };
  return (
    <form ref={form} onSubmit={submit} className="flex max-w-[75ch] flex-col items-start gap-2">
      <Textarea
        label="Comment for the history"
        hint="Visible to other reviewers and kept in the audit log."
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => keep(event.target.value || undefined)}
        invalid={error === null ? undefined : `Not posted: ${error.detail}`}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post(text);
        }}
        className="w-full"
      />
      <ScopedButton scope="review" type="submit" size="small" disabled={text.trim() === ''} loading={busy}>
        Post comment
      </ScopedButton>
    </form>
  );
}

type Event = Detail['activity'][number];

/** A comment on a changeset in any status. It is kept with the changeset's history. */
export function ActivityCard({ detail }: { detail: Detail }) {
  const { activity, changeset } = detail;
  const { level } = useView();
  const admin = useAllowed('admin');
  const decision = decisionIn(activity);
  return (
    <Card
      id={ACTIVITY}
      className="scroll-mt-4"
      title="Activity"
      level={level}
      actions={
        admin ? (
          <Link
            href={`/settings/audit?resource=${encodeURIComponent(`changeset:${changeset.id}`)}`}
            className="text-caption text-quiet underline underline-offset-3 hover:text-ink"
          >
            In the audit log
          </Link>
        ) : undefined
      }
    >
      <ol className="flex flex-col">
        {activity.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            actor={actorIn(detail, event.actor, { risk: changeset.risk })}
            what={activityText(event)}
            comment={event === decision ? (commentIn(event) ?? changeset.reviewComment) : commentIn(event)}
          />
        ))}
      </ol>
      <CommentForm id={changeset.id} />
    </Card>
  );
}

interface EventRowProps {
  event: Event;
  /** Who did it, by name. */
  actor: string;
  what: string;
  comment: string | null;
}

function EventRow({ event, actor, what, comment }: EventRowProps) {
  return (
    <li className="relative flex flex-col gap-1 border-line border-l pb-4 pl-4 before:absolute before:top-1.5 before:-left-[4.5px] before:size-2 before:rounded-full before:bg-edge">
      <p className="flex flex-wrap items-baseline gap-x-2 text-table">
        <span className="min-w-0 break-words font-medium" title={inWords(event.actor)}>
          <LearnedText text={actor} />
        </span>
        <span>
          <LearnedText text={what} />
        </span>
        <span className="text-caption text-quiet">
          <Time at={event.at} />
        </span>
      </p>
      {comment === null ? null : (
        <blockquote className="max-w-[75ch] whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2">
          <LearnedText text={comment} />
        </blockquote>
      )}
    </li>
  );
}

interface Posting {
  /** Blank text is not sent. */
  post: (text: string) => void;
  busy: boolean;
  /** Why the last one was not posted. */
  error: CallError | null;
}

function usePostComment(id: string, onPosted: () => void): Posting {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const { mutate, isPending, error } = useMutation(
    trpc.changesets.comment.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.changesets.detail.queryKey({ id }) });
        announce('Comment posted');
        onPosted();
      },
    }),
  );
  const post = (text: string) => (text.trim() === '' ? undefined : mutate({ cs_id: id, text }));
  return { post, busy: isPending, error: error === null ? null : toCallError(error) };
}
