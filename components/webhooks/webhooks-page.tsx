'use client';

/** Webhooks: where events go, whether they arrive, and how to create one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../server/domain/webhooks/event.ts';
import { type Inputs, useTRPC, useTRPCClient } from '../api/trpc.ts';
import { useSecret } from '../api/use-secret.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Input, Select } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { Plus } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Alert, Refused } from '../ui/layout/refused.tsx';
import { EmptyState, Loading } from '../ui/layout/states.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { SecretField, ShownOnce } from '../ui/overlays/shown-once.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { EVENT_LABELS } from './words.ts';

/** Deliveries are not announced: nothing of them is audited. */
const REFETCH_MS = 10_000;

export function WebhooksPage() {
  return (
    <PageGate page="Webhooks" scopes={['admin']}>
      <Webhooks />
    </PageGate>
  );
}

function Webhooks() {
  const trpc = useTRPC();
  const [isCreating, setIsCreating] = useState(false);
  const webhooks = useQuery(trpc.webhooks.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }));
  const rows = webhooks.data ?? [];
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden="true" />
      Create webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        finding="Notify a chat or your own program about reviews and other events."
        actions={webhooks.isSuccess && rows.length === 0 ? undefined : create}
      />
      <div className="flex flex-col gap-4">
        {rows.length > 0 ? null : (
          <Card flush={true}>
            {webhooks.isSuccess ? (
              <EmptyState title="No webhooks yet" action={create}>
                A webhook posts events to your URL: a chat channel or a program.
              </EmptyState>
            ) : (
              <Loading query={webhooks} what="the webhooks" count={3} inset={true} />
            )}
          </Card>
        )}
        {rows.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
      </div>
      {isCreating ? <CreateWebhook onClose={() => setIsCreating(false)} /> : null}
    </>
  );
}

/** Asks for a new webhook, then shows its secret. */
function CreateWebhook({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { shown, ask, isPending, error } = useSecret(
    (input: Inputs['webhooks']['create']) => client.webhooks.create.mutate(input),
    [trpc.webhooks.pathFilter()],
  );
  if (shown === null) {
    return <WebhookForm busy={isPending} error={error} onSubmit={ask} onClose={onClose} />;
  }
  return (
    <ShownOnce title="Webhook created" noun="secret" isNeeded={shown.form === 'json'} onClose={onClose}>
      {(onCopied) => (
        <>
          <SecretField
            label="Secret"
            value={shown.secret}
            hint={
              shown.form === 'json'
                ? 'It verifies the webhook-signature header (Standard Webhooks).'
                : 'A chat channel needs no secret. Its address is the secret.'
            }
            warning="This secret is shown only once. The receiver uses it to verify that events come from this gateway."
          />
          <div>
            <CopyButton variant="primary" text={shown.secret} onCopied={onCopied}>
              Copy
            </CopyButton>
          </div>
        </>
      )}
    </ShownOnce>
  );
}

const FORMS = [
  { value: 'json', label: 'JSON, signed' },
  { value: 'text', label: 'Text, for a chat' },
] as const;

/** What the refused fields are called. */
const NAMES = { url: 'The address', events: 'The events', form: 'The format' };

interface WebhookDraft {
  url: string;
  form: (typeof FORMS)[number]['value'];
  events: WebhookEvent[];
}

interface WebhookFormProps {
  busy: boolean;
  error: unknown;
  onSubmit: (draft: WebhookDraft) => void;
  onClose: () => void;
}

const BLANK: WebhookDraft = { url: '', form: 'json', events: ['changeset.pending'] };

function WebhookForm({ busy, error, onSubmit, onClose }: WebhookFormProps) {
  const [draft, setDraft] = useState(BLANK);
  const [isChecked, setIsChecked] = useState(false);
  const url = draft.url.trim();
  const submit = () => {
    setIsChecked(true);
    if (url === '' || draft.events.length === 0) return;
    onSubmit({ ...draft, url });
  };
  return (
    <ConfirmDialog
      title="Create a webhook"
      action="Create webhook"
      busy={busy}
      held={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Address"
        type="url"
        value={draft.url}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        autoFocus={true}
        placeholder="https://example.com/whetstone"
        hint="A public URL. Events are sent to it with POST. Redirects are not followed."
        invalid={isChecked && url === '' ? 'Enter an address' : null}
      />
      <Select
        label="Format"
        value={draft.form}
        options={FORMS}
        onValueChange={(form) => setDraft({ ...draft, form })}
      />
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium text-table">Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={EVENT_LABELS[event]}
            checked={draft.events.includes(event)}
            onCheckedChange={(isOn) => {
              const others = draft.events.filter((chosen) => chosen !== event);
              setDraft({ ...draft, events: isOn ? [...others, event] : others });
            }}
          />
        ))}
      </fieldset>
      {isChecked && draft.events.length === 0 ? <Alert>Choose at least one event</Alert> : null}
      <Refused saying="Not saved." error={error} names={NAMES} />
    </ConfirmDialog>
  );
}
