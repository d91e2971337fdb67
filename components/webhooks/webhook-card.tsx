'use client';

/** One webhook: what it is sent, how it does, what can be done with it, and its log. */
import { type ComponentProps, useEffect, useState } from 'react';
import { useTRPC, useTRPCClient } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { useSecret } from '../api/use-secret.ts';
import { Button, MenuButton } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Ellipsis } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { SecretField, ShownOnce } from '../ui/overlays/shown-once.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
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

function Actions({ webhook, onOpen }: { webhook: WebhookRow; onOpen: (open: OpenDialog) => void }) {
  const trpc = useTRPC();
  const after = { stale: [trpc.webhooks], failed: 'Something went wrong' };
  const change = useChange(trpc.webhooks.change, after);
  const test = useChange(trpc.webhooks.test, {
    ...after,
    done: { title: 'Test sent', detail: 'See the delivery log for the result.' },
  });
  const busy = change.isPending || test.isPending;
  const turn = (on: boolean) => change.mutate({ webhook_id: webhook.id, on });
  const isOn = webhook.status === 'on';
  return (
    <>
      {isOn ? (
        <Button size="small" loading={busy} onClick={() => test.mutate({ webhook_id: webhook.id })}>
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
  const { mutate, isPending, error } = useChange(trpc.webhooks.change, {
    stale: [trpc.webhooks],
    onDone: onClose,
  });
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
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { shown, ask, isPending, error } = useSecret(
    (webhook_id: string) => client.webhooks.rotate.mutate({ webhook_id }),
    [trpc.webhooks.pathFilter()],
  );
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
  const { mutate, isPending, error } = useChange(trpc.webhooks.remove, {
    stale: [trpc.webhooks],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Delete the webhook to ${placeOf(webhook.url)}`}
      action="Delete"
      variant="danger-quiet"
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      Deletes its log and cancels pending deliveries. To pause it, turn it off instead.
    </Confirm>
  );
}

interface ConfirmProps
  extends Pick<
    ComponentProps<typeof ConfirmDialog>,
    'title' | 'action' | 'variant' | 'onConfirm' | 'onClose'
  > {
  busy: boolean;
  error: unknown;
  children: string;
}

function Confirm({ busy, error, children, ...dialog }: ConfirmProps) {
  return (
    <ConfirmDialog {...dialog} size="small" busy={busy} held={busy}>
      <div className="flex flex-col gap-3">
        <p className="text-quiet">{children}</p>
        <Refused saying="Not done." error={error} />
      </div>
    </ConfirmDialog>
  );
}

interface ShownSecretProps {
  title: string;
  secret: string;
  /** What else there is to know. */
  note: string;
  /** Whether the receiver needs it. */
  isNeeded: boolean;
  onClose: () => void;
}

export function ShownSecret({ title, secret, note, isNeeded, onClose }: ShownSecretProps) {
  return (
    <ShownOnce title={title} noun="secret" isNeeded={isNeeded} onClose={onClose}>
      {(onCopied) => (
        <>
          <SecretField
            label="Secret"
            value={secret}
            hint={note}
            warning="This secret is shown only once. The receiver uses it to verify that events come from this gateway."
          />
          <div>
            <CopyButton variant="primary" text={secret} onCopied={onCopied}>
              Copy
            </CopyButton>
          </div>
        </>
      )}
    </ShownOnce>
  );
}
