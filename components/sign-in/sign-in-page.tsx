'use client';

/** Signing in: with a key, as the operator of a tenant, or with a provider; or why none of them is possible. */
import { signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import type { SignInState } from '../../server/api/dashboard/sign-in-state.ts';
import { FIRST_PAGE, ownPath } from '../../server/domain/own-path.ts';
import { TENANT_FORM } from '../../server/domain/principal.ts';
import { Mark } from '../shell/mark.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { CircleAlert } from '../ui/generated/icons.tsx';

interface SignInPageProps {
  state: SignInState;
  refusal: string | null;
  /** The page that was asked for; anything may stand there. */
  next: string | null;
}

export function SignInPage({ state, refusal, next }: SignInPageProps) {
  return (
    <div className="grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(22rem,5fr)_7fr]">
      <header className="relative overflow-hidden bg-rail px-6 py-6 text-rail-ink lg:p-12">
        <div className="flex items-center gap-2.5 font-semibold text-heading">
          <Mark className="size-8" />
          Whetstone
        </div>
        <p className="font-semibold tracking-[-0.02em] max-lg:mt-4 max-lg:text-title lg:mt-24 lg:max-w-[22ch] lg:text-[30px] lg:leading-[38px]">
          Agents learn from their own runs. You decide what they keep.
        </p>
        <svg
          viewBox="0 0 400 160"
          aria-hidden="true"
          className="absolute right-0 bottom-12 w-4/5 max-lg:hidden"
        >
          <path
            d="M0 132h400"
            className="stroke-rail-quiet opacity-40"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <path d="M40 100 360 8" className="stroke-rail-mark" strokeWidth="5" strokeLinecap="round" />
        </svg>
      </header>
      <main className="grid place-items-center px-6 py-12">
        <div className="flex w-full max-w-sm flex-col gap-6">
          {state.mode === 'closed' ? (
            <Closed missing={state.missing} />
          ) : (
            <Open state={state} refusal={refusal} then={ownPath(next ?? '') ?? FIRST_PAGE} />
          )}
        </div>
      </main>
    </div>
  );
}

type OpenProps = Omit<SignInPageProps, 'next'> & { then: string };

function Open({ state, refusal, then }: OpenProps) {
  return (
    <>
      <h1 className="font-semibold text-title">Sign in</h1>
      {refusal === null ? null : <Notice {...refusalOf(refusal, state.tenantClaim)} />}
      <SignInForm operator={state.operator} tenantClaim={state.tenantClaim} then={then} />
      {state.sso ? (
        <div className="flex flex-col gap-4 border-line border-t pt-6">
          <Button size="large" onClick={() => void signIn('oidc', { callbackUrl: then })}>
            Sign in with SSO
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Closed({ missing }: { missing: string | null }) {
  return (
    <>
      <h1 className="font-semibold text-title">Sign-in is not set up</h1>
      <p className="text-quiet">
        Sign-in is off until the operator sets{' '}
        <code className="rounded-sm bg-sunken px-1 font-mono text-code text-ink">
          {missing ?? 'a setting'}
        </code>{' '}
        and restarts the gateway. Until then the API works for anyone with a key.
      </p>
    </>
  );
}

/** The form for a key. The operator's key, which belongs to no tenant, asks for the tenant too. */
function SignInForm(props: { operator: boolean; tenantClaim: string; then: string }) {
  const { operator, tenantClaim, then } = props;
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
      window.location.assign(then);
      return;
    }
    if (answer?.error === 'operator_key') setAsOperator(true);
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
        autoFocus={true}
        name="key"
        type="password"
        autoComplete="current-password"
        required={true}
        hint="The gateway checks it. It is never stored in the browser."
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

/** What was refused, and what to do about it. */
function Notice({ title, detail }: { title: string; detail: string }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex flex-col gap-0.5">
        <p className="font-medium">{title}</p>
        <p className="text-quiet text-table">{detail}</p>
      </div>
    </div>
  );
}

/** The reasons for a refused sign-in, in words. */
interface Refusal {
  title: string;
  detail: string;
}

/** What to say for a code of the server; `claim` is the claim that names the tenant. */
function refusalOf(code: string, claim: string): Refusal {
  switch (code) {
    case 'invalid_key':
      return {
        title: 'This key is not valid',
        detail: 'It is mistyped, revoked, expired, or belongs to another gateway.',
      };
    case 'operator_key':
      return {
        title: 'This is the operator’s key',
        detail: 'It belongs to no tenant. Name the tenant to sign in to.',
      };
    case 'not_operator_key':
      return {
        title: 'This is not the operator’s key',
        detail:
          'The operator’s key is the value of SERVICE_BOOTSTRAP_ADMIN_KEY. To sign in with an API key, clear the tick.',
      };
    case 'too_many_attempts':
      return {
        title: 'Too many failed attempts',
        detail: 'Wait a minute, then try again.',
      };
    case 'invalid_tenant':
      return {
        title: 'Invalid tenant name',
        detail: `The operator’s key needs the tenant to act in, such as “acme”: ${TENANT_FORM}.`,
      };
    case 'no_scopes':
      return {
        title: 'Signed in, but without any scope',
        detail: 'The key or account has none of learn, review and admin. Ask an administrator to grant one.',
      };
    case 'bound_key':
      return {
        title: 'This key is bound to agents',
        detail: 'The dashboard shows all agents of the tenant. Sign in with a key that is bound to none.',
      };
    case 'no_tenant_claim':
      return {
        title: 'Your account names no tenant',
        detail: `The provider’s token has no “${claim}” claim. Ask its administrator to add it.`,
      };
    case 'invalid_tenant_claim':
      return {
        title: 'Your account names no valid tenant',
        detail: `The “${claim}” claim of the provider’s token must be ${TENANT_FORM}. Ask its administrator to change it.`,
      };
    case 'no_subject':
      return { title: 'The provider did not identify you', detail: 'Its token has no subject.' };
    default:
      return {
        title: 'Sign-in failed',
        detail: 'Try again. If it fails again, check the gateway’s log.',
      };
  }
}
