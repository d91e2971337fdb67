'use client';

/** Asks for a new key's name and scopes, and says what each scope allows before it is given away. */
import { type FormEvent, useId, useState } from 'react';
import { faultOf } from '../api/fault.ts';
import type { Scope } from '../shell/viewer.ts';
import { Input } from '../ui/field.tsx';
import { Checkbox } from '../ui/toggle.tsx';

/** What each scope of a key allows, in the words of whoever hands one out. */

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

interface KeyFormProps {
  /** The id by which a button outside submits the form. */
  id: string;
  error: unknown;
  onSubmit: (key: { name: string; scopes: Scope[] }) => void;
}

export function KeyForm({ id, error, onSubmit }: KeyFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['learn']);
  const [asked, setAsked] = useState(false);
  const noName = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!noName && scopes.length > 0) onSubmit({ name: name.trim(), scopes: [...scopes] });
  };
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-5" noValidate={true}>
      <Input
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={200}
        autoComplete="off"
        placeholder="support-agent in production"
        hint="Who or what holds the key. The audit log shows the key’s id."
        fault={asked && noName ? 'A key needs a name' : null}
      />
      <ScopeBoxes scopes={scopes} onChange={setScopes} />
      {asked && scopes.length === 0 ? (
        <p role="alert" className="text-danger text-table">
          A key without a scope can do nothing: choose at least one
        </p>
      ) : null}
      {error === null ? null : (
        <p role="alert" className="text-danger text-table">
          Not created: {faultOf(error).detail}
        </p>
      )}
    </form>
  );
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
        Scopes are not hierarchical: admin does not include review, and review does not include learn. Tick
        every one that the holder needs, and no other.
      </p>
    </fieldset>
  );
}
