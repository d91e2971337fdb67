/** The form for a key. The operator's key, which belongs to no tenant, asks for the tenant too. */
'use client';

import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { Checkbox } from '../ui/toggle.tsx';
import { Notice } from './notice.tsx';
import { refusalOf } from './refusals.ts';

export function SignInForm({ operator, tenantClaim }: { operator: boolean; tenantClaim: string }) {
  const [asOperator, setAsOperator] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (form: FormData) => {
    setBusy(true);
    const [key, tenant] = [form.get('key'), form.get('tenant')].map((value) => String(value ?? ''));
    const answer = asOperator
      ? await signIn('operator', { key, tenant, redirect: false })
      : await signIn('key', { key, redirect: false });
    if (answer?.ok && !answer.error) {
      // A full load: the server renders the frame for who is now signed in.
      window.location.assign('/review');
      return;
    }
    setRefused(answer?.error ?? 'unknown');
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(new FormData(event.currentTarget)).catch(() => {
      setRefused('unreachable');
      setBusy(false);
    });
  };
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      {refused === null ? null : <Notice {...refusalOf(refused, tenantClaim)} />}
      <Input
        label={asOperator ? 'Operator’s key' : 'API key'}
        name="key"
        type="password"
        autoComplete="current-password"
        required={true}
        hint="It is checked by the gateway and never kept in the browser."
      />
      {asOperator ? <Input label="Tenant" name="tenant" autoComplete="organization" required={true} /> : null}
      {operator ? (
        <Checkbox label="This is the operator’s key" checked={asOperator} onCheckedChange={setAsOperator} />
      ) : null}
      <Button type="submit" variant="primary" size="large" loading={busy}>
        Sign in
      </Button>
    </form>
  );
}
