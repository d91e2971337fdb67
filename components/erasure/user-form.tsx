/** Step 1: which user. The id stays out of the address, which browsers and proxies remember. */
'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input } from '../ui/field.tsx';

interface UserFormProps {
  loading: boolean;
  onChosen: (userId: string) => void;
}

export function UserForm({ loading, onChosen }: UserFormProps) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const empty = typed === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!empty) onChosen(typed);
  };
  return (
    <Card title="1. Whose data" className="max-w-4xl">
      <form onSubmit={submit} noValidate={true} className="flex flex-wrap items-start gap-3">
        <Input
          label="User id"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          data-filter="true"
          hint="Exactly the user_id that agents send, with its upper and lower case."
          fault={asked && empty ? 'Enter a user id' : null}
          className="min-w-0 flex-1 basis-72"
        />
        <Button type="submit" loading={loading} className="sm:mt-5.5">
          Count what is stored
        </Button>
      </form>
    </Card>
  );
}
