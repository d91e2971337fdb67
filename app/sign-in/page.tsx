/** Where a session begins. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { SignInPage } from '../../components/sign-in/sign-in-page.tsx';
import { currentPrincipal, landingPath } from '../../server/api/dashboard/current-viewer.ts';
import { signInState } from '../../server/api/dashboard/sign-in-state.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<{ error?: string | string[]; next?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  await connection();
  const [state, principal, { error, next }] = [
    await signInState(),
    await currentPrincipal(),
    await searchParams,
  ];
  const then = typeof next === 'string' ? next : null;
  if (principal !== null) redirect(landingPath(then));
  return <SignInPage state={state} refusal={typeof error === 'string' ? error : null} next={then} />;
}
