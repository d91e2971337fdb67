'use client';

/** One webhook: what it is sent, how it does, what can be done with it, and its log. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refusalText } from '../api/refusal.ts';
import { useTRPC } from '../api/trpc.ts';
import { Button, MenuButton } from '../ui/forms/button.tsx';
import { Ellipsis } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { useRotateSecret } from './use-secret.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-list.tsx';
import { eventsText, placeOf, type WebhookRow } from './words.ts';

type OpenDialog = 'edit' | 'rotate' | 'delete' | null;

export function WebhookCard({ webhook }: { webhook: WebhookRow }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  useEffect(() => showCard(webhook.id), [webhook.id]);
  return (
    <Card
      id={webhook.id}
      className="scroll-mt-20"
      title={placeOf(webhook.url)}
      note={<WebhookState {...webhook} />}
      actions={<Actions webhook={webhook} onOpen={setOpen} />}
      flush={true}
    >
      <Facts webhook={webhook} />
      <DeliveryLog webhook={webhook} />
      {open === 'edit' ? <EditWebhook webhook={webhook} onClose={close} /> : null}
      {open === 'rotate' ? <RotateSecret webhook={webhook} onClose={close} /> : null}
      {open === 'delete' ? <DeleteWebhook webhook={webhook} onClose={close} /> : null}
    </Card>
  );
}

/** On a phone a card opens below a list that fills the window: nothing would seem to happen. */
function showCard(id: string): void {
  const card = document.getElementById(id);
  if (card !== null && card.getBoundingClientRect().top > window.innerHeight / 2) card.scrollIntoView();
}

/** What is done with a webhook; what went wrong is told in a toast. */
function useWebhookCalls({ id }: WebhookRow) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const onSettled = () => cache.invalidateQueries(trpc.webhooks.pathFilter());
  const onError = (error: unknown) =>
    toast({ title: 'Something went wrong', detail: refusalText(error), tone: 'danger' });
  const change = useMutation(trpc.webhooks.change.mutationOptions({ onSettled, onError }));
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSettled,
      onError,
      onSuccess: () => toast({ title: 'Test sent', detail: 'See the delivery log for the result.' }),
    }),
  );
  return {
    busy: change.isPending || test.isPending,
    turn: (on: boolean) => change.mutate({ webhook_id: id, on }),
    test: () => test.mutate({ webhook_id: id }),
  };
}

function Actions({ webhook, onOpen }: { webhook: WebhookRow; onOpen: (open: OpenDialog) => void }) {
  const { busy, turn, test } = useWebhookCalls(webhook);
  const isOn = webhook.status === 'on';
  return (
    <>
      {isOn ? (
        <Button size="small" loading={busy} onClick={test}>
          Send a test
        </Button>
      ) : (
        <Button size="small" variant="primary" loading={busy} onClick={() => turn(true)}>
          {webhook.status === 'paused' ? 'Resume' : 'Turn on'}
        </Button>
      )}
      <Menu
        label="More of this webhook"
        trigger={
          <MenuButton label="More of this webhook">
            <Ellipsis aria-hidden="true" />
          </MenuButton>
        }
      >
        <MenuItem onSelect={() => onOpen('edit')}>Edit</MenuItem>
        <MenuItem onSelect={() => onOpen('rotate')}>Rotate the secret</MenuItem>
        {isOn ? (
          <MenuItem onSelect={() => turn(false)} note="Pending deliveries are cancelled">
            Turn off
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem danger={true} onSelect={() => onOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
    </>
  );
}

function Facts({ webhook }: { webhook: WebhookRow }) {
  const { id, url, events, status, lastError, oldSecretUntil } = webhook;
  return (
    <div className="flex flex-col gap-1.5 border-line border-b px-4 py-3 text-table">
      <LearnedText as="p" text={url} className="font-mono [overflow-wrap:anywhere] text-code" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
        <p>{eventsText(events)}</p>
        <IdChip id={id} label="Webhook id" />
      </div>
      {lastError === null ? null : (
        <p className="text-danger">
          {status === 'paused' ? 'Paused: it failed for three days or answered 410 Gone. ' : ''}
          Last failure: <LearnedText text={lastError} />. Pending events are retried automatically. Send a
          test to check the receiver.
        </p>
      )}
      {oldSecretUntil === null ? null : (
        <p className="text-quiet">
          The previous secret also signs until <Time at={oldSecretUntil} />.
        </p>
      )}
    </div>
  );
}

interface DialogProps {
  webhook: WebhookRow;
  onClose: () => void;
}

function EditWebhook({ webhook, onClose }: DialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.change.mutationOptions({
      onSuccess: onClose,
      onSettled: () => cache.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <WebhookForm
      title="Edit the webhook"
      action="Save"
      initial={webhook}
      busy={isPending}
      error={error}
      onSubmit={({ url, form, events }) => mutate({ webhook_id: webhook.id, url, form, events })}
      onClose={onClose}
    />
  );
}

function RotateSecret({ webhook, onClose }: DialogProps) {
  const { shown, ask, isPending, error } = useRotateSecret();
  if (shown !== null) {
    return (
      <ShownSecret
        title="Secret rotated"
        secret={shown.secret}
        note="For 24 hours the old secret signs too."
        isNeeded={webhook.form !== 'slack'}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      title={`Rotate the secret of ${placeOf(webhook.url)}`}
      action="Rotate"
      busy={isPending}
      error={error}
      onConfirm={() => ask(webhook.id)}
      onClose={onClose}
    >
      {`Creates a new secret, shown once. For 24 hours events are signed with both, so the receiver can switch without missing events.${
        webhook.oldSecretUntil === null ? '' : ' The older secret stops signing immediately.'
      }`}
    </Confirm>
  );
}

function DeleteWebhook({ webhook, onClose }: DialogProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.remove.mutationOptions({
      onSuccess: onClose,
      onSettled: () => cache.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <Confirm
      title={`Delete the webhook to ${placeOf(webhook.url)}`}
      action="Delete"
      danger={true}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      Deletes its log and cancels pending deliveries. To pause it, turn it off instead.
    </Confirm>
  );
}

interface ConfirmProps {
  title: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: string;
}

function Confirm({ title, action, danger = false, busy, error, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <ConfirmDialog
      size="small"
      title={title}
      action={action}
      variant={danger ? 'danger-quiet' : 'primary'}
      busy={busy}
      held={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="text-quiet">{children}</p>
      {error === null ? null : (
        <p role="alert" className="mt-3 text-danger text-table">
          Not done. <LearnedText text={refusalText(error)} />
        </p>
      )}
    </ConfirmDialog>
  );
}
