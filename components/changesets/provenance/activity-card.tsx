'use client';

/** What happened to the changeset so far, with the remarks of reviewers; the newest last, as it was. */
import Link from 'next/link';
import { useAllowed } from '../../shell/viewer.ts';
import { Card } from '../../ui/card.tsx';
import { LearnedText } from '../../ui/learned-text.tsx';
import { Time } from '../../ui/time.tsx';
import { type Detail, useView } from '../detail.ts';
import { activityText, isDecision, remarkOf } from './activity-text.ts';
import { CommentForm } from './comment-form.tsx';

type Event = Detail['activity'][number];

export function ActivityCard({ detail: { activity, changeset } }: { detail: Detail }) {
  const { level } = useView();
  const admin = useAllowed('admin');
  const decision = activity.find(isDecision);
  return (
    <Card
      title="Activity"
      level={level}
      actions={
        admin ? (
          <Link
            href={`/settings/audit?resource=${encodeURIComponent(`changeset:${changeset.id}`)}`}
            prefetch={false}
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
            remark={event === decision ? (remarkOf(event) ?? changeset.review_comment) : remarkOf(event)}
          />
        ))}
      </ol>
      <CommentForm id={changeset.id} />
    </Card>
  );
}

function EventRow({ event, remark }: { event: Event; remark: string | null }) {
  return (
    <li className="relative flex flex-col gap-1 border-line border-l pb-4 pl-4 before:absolute before:top-1.5 before:-left-[4.5px] before:size-2 before:rounded-full before:bg-edge">
      <p className="flex flex-wrap items-baseline gap-x-2 text-table">
        <span className="min-w-0 break-all font-mono text-[11.5px]">
          <LearnedText text={event.actor} />
        </span>
        <span>{activityText(event)}</span>
        <span className="text-caption text-quiet">
          <Time at={event.at} />
        </span>
      </p>
      {remark === null ? null : (
        <LearnedText
          as="blockquote"
          text={remark}
          className="max-w-[75ch] whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2"
        />
      )}
    </li>
  );
}
