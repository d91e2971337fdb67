'use client';

/** Creates or changes a webhook: where to, in which form, and which events. */
import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../server/domain/webhooks/event.ts';
import { refusalText } from '../api/refusal.ts';
import { toCallError } from '../api/trpc.ts';
import { Input, Select } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { Alert, Refused } from '../ui/layout/refused.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { EVENT_WORDS, FORM_WORDS, type WebhookRow } from './words.ts';

/** What the form asks for. */
type WebhookDraft = Pick<WebhookRow, 'url' | 'form' | 'events'>;

interface WebhookFormProps {
  title: string;
  action: string;
  /** What stands in the fields at first. */
  initial: WebhookDraft;
  busy: boolean;
  error: unknown;
  onSubmit: (draft: WebhookDraft) => void;
  onClose: () => void;
}

const FORMS = [
  { value: 'json', label: `${FORM_WORDS.json}, signed` },
  { value: 'slack', label: `${FORM_WORDS.slack} message` },
] as const;

/** In the order of the words: what most people want comes first. */
const EVENTS = Object.keys(EVENT_WORDS).flatMap(
  (name) => WEBHOOK_EVENTS.find((event) => event === name) ?? [],
);

/** What the refused fields are called. */
const NAMES = { url: 'The address', events: 'The events', form: 'The format' };

const aboutAddress = (error: unknown) =>
  error !== null && toCallError(error).problems?.[0]?.path.at(-1) === 'url';

export function WebhookForm(props: WebhookFormProps) {
  const { title, action, initial, busy, error, onSubmit, onClose } = props;
  const [draft, setDraft] = useState(initial);
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState('');
  const url = draft.url.trim();
  const addressFault = aboutAddress(error) && url === sent ? refusalText(error, NAMES) : null;
  const submit = () => {
    setAsked(true);
    if (url === '' || draft.events.length === 0) return;
    setSent(url);
    onSubmit({ ...draft, url });
  };
  return (
    <ConfirmDialog {...{ title, action, busy, onClose }} held={busy} onSubmit={submit}>
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
        invalid={asked && url === '' ? 'Enter an address' : addressFault}
      />
      <Select
        label="Format"
        value={draft.form}
        options={FORMS}
        onValueChange={(form) => setDraft({ ...draft, form })}
      />
      <EventBoxes events={draft.events} onChange={(events) => setDraft({ ...draft, events })} />
      {asked && draft.events.length === 0 ? <Alert>Choose at least one event</Alert> : null}
      {addressFault === null ? (
        <Refused saying="Not saved." error={error} names={NAMES} />
      ) : (
        <Alert>Not saved. See the address.</Alert>
      )}
    </ConfirmDialog>
  );
}

function EventBoxes(props: { events: readonly WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }) {
  const { events, onChange } = props;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-table">Events</legend>
      {EVENTS.map((event) => (
        <Checkbox
          key={event}
          label={EVENT_WORDS[event].label}
          hint={EVENT_WORDS[event].hint}
          checked={events.includes(event)}
          onCheckedChange={(on) =>
            onChange(on ? [...events, event] : events.filter((chosen) => chosen !== event))
          }
        />
      ))}
    </fieldset>
  );
}
