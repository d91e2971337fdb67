'use client';

/** Creates a key in a dialog that does not let the only sight of it slip: closing needs a copy or a word. */
import { useId, useState } from 'react';
import { type Scope, useViewer } from '../shell/viewer.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { Alert, Refused } from '../ui/layout/refused.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { SecretField, ShownOnce } from '../ui/overlays/shown-once.tsx';
import { AgentsField } from './key-agents.tsx';
import { readAgents } from './read-agents.ts';
import { type NewKey, useCreateKey } from './use-create-key.ts';

// A new key, this once: the key itself, what to copy, and a word of warning.

/** A read that a key with this scope may do. */
const TESTS: Record<Scope, string> = {
  learn: '/v1/skills',
  review: '/v1/changesets',
  admin: '/v1/admin/usage',
};

/** A command that answers 200 where the key works; it reads only. */
function curlTest({ key, scopes, agents: [agent] }: NewKey, url: string): string {
  const named = agent === undefined ? '' : `?agent_id=${encodeURIComponent(agent)}`;
  const path = TESTS[scopes[0] ?? 'learn'] + named;
  return `curl -sS -o /dev/null -w '%{http_code}\\n' '${url}${path}' -H 'authorization: Bearer ${key}'`;
}

/** What can be copied beside a new key: a line for an environment file, and a request that the key may make. Pure. */
export function CreatedKey({ created, onCopied }: { created: NewKey; onCopied: () => void }) {
  const { publicUrl: url } = useViewer();
  const { key } = created;
  return (
    <div className="flex flex-col gap-3">
      <SecretField
        label="API key"
        value={key}
        warning="This key is shown only once. It is stored as a hash and cannot be displayed again. A lost key can only be replaced."
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="primary" text={key} onCopied={onCopied}>
          Copy
        </CopyButton>
        <CopyButton text={`WHETSTONE_API_KEY=${key}`} onCopied={onCopied}>
          Copy as .env line
        </CopyButton>
        <CopyButton text={curlTest(created, url)} onCopied={onCopied}>
          Copy curl test
        </CopyButton>
      </div>
    </div>
  );
}

// Asks for a new key's name and scopes, and says what each scope allows before it is given away.

const SCOPE_FACTS: readonly { scope: Scope; who: string; allows: string }[] = [
  {
    scope: 'learn',
    who: 'for agents',
    allows:
      'Recall what is known, record episodes and feedback, add memories, read skills and insights, ask.',
  },
  {
    scope: 'review',
    who: 'for reviewers',
    allows:
      'Decide on changesets and held memories; author, import, roll back, pin and evolve skills; export an agent.',
  },
  {
    scope: 'admin',
    who: 'for administrators',
    allows: 'Create and revoke keys, erase users, read the audit log and usage, retry failed jobs.',
  },
];

/** Asks for the key, then shows it this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { shown, ask, isPending, error } = useCreateKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['learn']);
  const [typedAgents, setTypedAgents] = useState('');
  const [day, setDay] = useState('');
  const [asked, setAsked] = useState(false);
  const ends = endOf(day);
  const past = ends !== null && Date.parse(ends) <= Date.now();
  const noName = name.trim() === '';
  const agents = readAgents(typedAgents, scopes);
  const submit = () => {
    setAsked(true);
    if (noName || scopes.length === 0 || past || 'fault' in agents) return;
    ask({ name: name.trim(), scopes: [...scopes], agents: agents.ids, expires_at: ends });
  };
  if (shown !== null) {
    return (
      <ShownOnce title={`Key “${shown.name}” created`} noun="key" onClose={onClose}>
        {(onCopied) => <CreatedKey created={shown} onCopied={onCopied} />}
      </ShownOnce>
    );
  }
  return (
    <ConfirmDialog
      title="Create an API key"
      action="Create key"
      busy={isPending}
      held={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={200}
        autoComplete="off"
        autoFocus={true}
        placeholder="support-agent in production"
        hint="The holder of the key. Shown in the audit log."
        invalid={asked && noName ? 'A key needs a name' : null}
      />
      <ScopeBoxes scopes={scopes} onChange={setScopes} />
      {asked && scopes.length === 0 ? <Alert>Choose at least one scope</Alert> : null}
      <AgentsField value={typedAgents} onChange={setTypedAgents} fault={asked ? agents : null} />
      <Input
        label="Last day (optional)"
        type="date"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        hint="The key stops working after this day. Leave empty for no expiry."
        invalid={asked && past ? 'The date is in the past' : null}
        className="max-w-56"
      />
      <Refused saying="Not created." error={error} />
    </ConfirmDialog>
  );
}

/** The end of a day as a date field writes it, here; null for none. */
function endOf(day: string): string | null {
  const end = new Date(`${day}T24:00:00`);
  return day === '' || Number.isNaN(end.getTime()) ? null : end.toISOString();
}

function ScopeBoxes(props: { scopes: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void }) {
  const { scopes, onChange } = props;
  const noteId = useId();
  const toggle = (scope: Scope, on: boolean) =>
    onChange(on ? [...scopes, scope] : scopes.filter((held) => held !== scope));
  return (
    <fieldset aria-describedby={noteId} className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-table">Scopes</legend>
      {SCOPE_FACTS.map(({ scope, who, allows }) => (
        <Checkbox
          key={scope}
          label={
            <>
              <span className="font-medium font-mono text-code">{scope}</span>{' '}
              <span className="text-quiet">{who}</span>
            </>
          }
          hint={allows}
          checked={scopes.includes(scope)}
          onCheckedChange={(on) => toggle(scope, on)}
        />
      ))}
      <p id={noteId} className="rounded-md bg-sunken px-3 py-2 text-caption text-quiet">
        Scopes are not hierarchical: admin does not include review, and review does not include learn. Select
        only the scopes the holder needs.
      </p>
    </fieldset>
  );
}
