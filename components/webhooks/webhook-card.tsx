'use client';

/** One webhook: what it is sent, how it does, its deliveries, a test and its deletion. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGED, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { asSentence, counted } from '../ui/text/counted.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { type DeliveryRow, eventLabel, placeOf, type WebhookRow } from './words.ts';

/** While somebody looks at the log, often after a test. */
const REFETCH_MS = 3000;

export function WebhookCard({ webhook }: { webhook: WebhookRow }) {
  const trpc = useTRPC();
  const [isLogOpen, setIsLogOpen] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const test = useChange(trpc.webhooks.test, {
    stale: [trpc.webhooks],
    done: { title: 'Test sent', detail: 'See the delivery log for the result.' },
    failed: 'Test not sent',
    onDone: () => setIsLogOpen(true),
  });
  const name = placeOf(webhook.url);
  return (
    <Card
      title={name}
      note={<WebhookState {...webhook} />}
      actions={
        <>
          <Button
            size="small"
            loading={test.isPending}
            onClick={() => test.mutate({ webhook_id: webhook.id })}
          >
            Send a test
          </Button>
          <Button size="small" variant="quiet" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </>
      }
      flush={true}
    >
      <Facts webhook={webhook} />
      <div className="px-4 py-2">
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isLogOpen}
          onClick={() => setIsLogOpen(!isLogOpen)}
        >
          {isLogOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
      </div>
      {isLogOpen ? <DeliveryLog webhook={webhook} /> : null}
      {isDeleting ? <DeleteWebhook webhook={webhook} onClose={() => setIsDeleting(false)} /> : null}
    </Card>
  );
}

/** On or paused, and since when it fails. */
function WebhookState({ status, failingSince }: Pick<WebhookRow, 'status' | 'failingSince'>) {
  if (status === 'paused') return <Badge tone="danger">paused</Badge>;
  if (failingSince === null) return <Badge tone="good">on</Badge>;
  return (
    <Badge tone="attention">
      failing, first <Time at={failingSince} />
    </Badge>
  );
}

function Facts({ webhook }: { webhook: WebhookRow }) {
  const { id, url, form, events, status, lastError, lastSuccessAt } = webhook;
  return (
    <div className="flex flex-col gap-1.5 border-line border-b px-4 py-3 text-table">
      <LearnedText as="p" text={url} className="font-mono [overflow-wrap:anywhere] text-code" />
      <p className="text-quiet">
        {form === 'json' ? 'JSON' : 'Text'}: {events.map(eventLabel).join(', ') || 'no events'}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
        <span>Last delivered: {lastSuccessAt === null ? 'never' : <Time at={lastSuccessAt} />}</span>
        <IdChip id={id} label="Webhook id" />
      </div>
      {status === 'paused' ? (
        <p className="text-danger">
          Paused: nothing is sent. A test that arrives turns the webhook on again.
        </p>
      ) : null}
      {lastError === null ? null : (
        <p className="text-danger">
          Last failure: <LearnedText text={asSentence(lastError)} />
        </p>
      )}
    </div>
  );
}

function DeleteWebhook({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const trpc = useTRPC();
  const { mutate, isPending, error } = useChange(trpc.webhooks.remove, {
    stale: [trpc.webhooks],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete the webhook to ${placeOf(webhook.url)}`}
      action="Delete"
      variant="danger-quiet"
      size="small"
      busy={isPending}
      held={isPending}
      onConfirm={() => mutate({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p className="text-quiet">Deletes its log and cancels pending deliveries.</p>
        <Refused saying="Not done." error={error} />
      </div>
    </ConfirmDialog>
  );
}

function DeliveryLog({ webhook }: { webhook: WebhookRow }) {
  const trpc = useTRPC();
  const log = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { webhookId: webhook.id },
      { ...PAGED, refetchInterval: REFETCH_MS },
    ),
  );
  return (
    <section aria-label="Deliveries">
      <PagedList
        list={log}
        count={3}
        noun="delivery"
        plural="deliveries"
        empty={
          <EmptyState title="No deliveries">
            Deliveries appear here with the receiver’s response. Send a test to see one.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line border-line border-t">
            {rows.map((row) => (
              <DeliveryItem key={row.id} row={row} webhookId={webhook.id} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const STATUS_WORDS = { pending: 'waiting', delivered: 'delivered', undelivered: 'undelivered' } as const;
const TONES = { pending: 'attention', delivered: 'good', undelivered: 'danger' } as const;

function DeliveryItem({ row, webhookId }: { row: DeliveryRow; webhookId: string }) {
  const { id, event, status, error, attempts, createdAt, nextAttemptAt, payload, responseStatus, response } =
    row;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5 text-table">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{eventLabel(event)}</span>
        <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
        <span className="text-caption text-quiet">
          <Time at={createdAt} />, {attempts === 0 ? 'not sent yet' : counted(attempts, 'attempt')}
          {nextAttemptAt === null ? null : (
            <>
              , next <Time at={nextAttemptAt} />
            </>
          )}
        </span>
        <Redeliver row={row} webhookId={webhookId} />
      </div>
      {error === null ? null : <LearnedText as="p" text={asSentence(error)} className="text-danger" />}
      <details className="text-caption">
        <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
          Payload and response
        </summary>
        <IdChip id={id} label="Delivery id" />
        <LearnedText as="p" text={payload} className={CODE} />
        {responseStatus === null ? null : <p className="mt-2">Answered {responseStatus}</p>}
        {response === null || response === '' ? null : (
          <LearnedText as="p" text={response} className={CODE} />
        )}
      </details>
    </li>
  );
}

const CODE = 'mt-1 whitespace-pre-wrap rounded-sm bg-sunken p-2 font-mono [overflow-wrap:anywhere] text-code';

function Redeliver({ row, webhookId }: { row: DeliveryRow; webhookId: string }) {
  const trpc = useTRPC();
  const { mutate, isPending } = useChange(trpc.webhooks.redeliver, {
    stale: [trpc.webhooks],
    failed: 'Not sent again',
  });
  if (row.status === 'pending' && row.attempts === 0) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      className="ml-auto shrink-0"
      loading={isPending}
      aria-label={`Send again: ${eventLabel(row.event)}`}
      onClick={() => mutate({ webhook_id: webhookId, delivery_id: row.id })}
    >
      Send again
    </Button>
  );
}
