'use client';

/** Webhooks: where events go, whether they arrive, and the log of one of them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Inputs, useTRPC, useTRPCClient } from '../api/trpc.ts';
import { useSecret } from '../api/use-secret.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Plus } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, Loading } from '../ui/layout/states.tsx';
import { text, useUrlState } from '../url/use-url-state.ts';
import { ShownSecret, WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookList } from './webhook-list.tsx';
import { stateText, type WebhookRow } from './words.ts';

const SCHEMA = { webhook: text(64, /^wh_\w+$/) };

/** Deliveries are not announced: nothing of them is audited. */
const ASK_AGAIN_MS = 10_000;

export function WebhooksPage() {
  return (
    <PageGate page="Webhooks" scopes={['admin']}>
      <Webhooks />
    </PageGate>
  );
}

function Webhooks() {
  const trpc = useTRPC();
  const [creating, setCreating] = useState(false);
  const [{ webhook: chosen }, change, hrefOf] = useUrlState(SCHEMA);
  const webhooks = useQuery(trpc.webhooks.list.queryOptions(undefined, { refetchInterval: ASK_AGAIN_MS }));
  const rows = webhooks.data ?? [];
  const shown = rows.find(({ id }) => id === chosen);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Create webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        finding={
          rows.length === 0
            ? 'Notify a chat or your own program about reviews and other events.'
            : stateText(rows)
        }
        actions={webhooks.isSuccess && rows.length === 0 ? undefined : create}
      />
      <div className="flex flex-col gap-4">
        <Card flush={true}>
          {webhooks.isPending || webhooks.isError ? (
            <Loading query={webhooks} what="the webhooks" count={3} inset={true} />
          ) : null}
          {webhooks.isSuccess && rows.length === 0 ? (
            <EmptyState title="No webhooks yet" action={create}>
              A webhook posts events to your URL: a Slack channel or a program. Most teams start with the
              daily digest of pending reviews.
            </EmptyState>
          ) : null}
          {rows.length === 0 ? null : (
            <WebhookList rows={rows} chosen={chosen} hrefOf={(id) => hrefOf({ webhook: id })} />
          )}
        </Card>
        {shown === undefined ? null : <WebhookCard key={shown.id} webhook={shown} />}
      </div>
      {creating ? (
        <CreateWebhook
          onClose={(id) => {
            setCreating(false);
            if (id !== null) change({ webhook: id });
          }}
        />
      ) : null}
    </>
  );
}

const BLANK = { url: '', form: 'json' as const, events: ['digest' as const] };

/** Asks for a new webhook, then shows its secret; closes with its id, or with null where none was made. */
function CreateWebhook({ onClose }: { onClose: (id: string | null) => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { shown, ask, isPending, error } = useSecret(
    (input: Inputs['webhooks']['create']) => client.webhooks.create.mutate(input),
    [trpc.webhooks.pathFilter()],
  );
  const [form, setForm] = useState<WebhookRow['form']>(BLANK.form);
  const isNeeded = form !== 'slack';
  if (shown !== null) {
    return (
      <ShownSecret
        title="Webhook created"
        secret={shown.secret}
        note={
          isNeeded
            ? 'It verifies the webhook-signature header (Standard Webhooks).'
            : 'A Slack channel needs no secret. Its address is the secret.'
        }
        isNeeded={isNeeded}
        onClose={() => onClose(shown.id)}
      />
    );
  }
  return (
    <WebhookForm
      title="Create a webhook"
      action="Create webhook"
      initial={BLANK}
      busy={isPending}
      error={error}
      onSubmit={(draft) => {
        setForm(draft.form);
        ask(draft);
      }}
      onClose={() => onClose(null)}
    />
  );
}
