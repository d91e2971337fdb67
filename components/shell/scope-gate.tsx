/** Nothing is hidden by permission: an action stays visible, disabled, and names the scope. */
'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, Suspense } from 'react';
import { Button, type ButtonProps } from '../ui/forms/button.tsx';
import { MissingScope, OperatorsOnly } from '../ui/layout/states.tsx';
import { type Scope, useAllowed, useViewer } from './viewer.ts';

/** Loaded for those who lack a scope: what places it is as large as many a page. */
const Tooltip = dynamic(() => import('../ui/overlays/tooltip.tsx').then((m) => m.Tooltip));

/** A whole page: shows `children` to who holds all of `scopes`; else says which it needs. */
export function PageGate(props: { page: string; scopes: readonly Scope[]; children: ReactNode }) {
  const { page, scopes, children } = props;
  const { scopes: held } = useViewer();
  const allowed = scopes.every((scope) => held.includes(scope));
  return allowed ? children : <MissingScope page={page} scope={scopes.join(' and ')} />;
}

/** A page for who runs the gateway: no scope opens it. */
export function OperatorGate({ page, children }: { page: string; children: ReactNode }) {
  return useViewer().operator ? children : <OperatorsOnly page={page} />;
}

/** A part of a page that asks for more than the page: in its place stands what it needs, and nothing is asked. */
export function PartGate(props: { what: string; scope: Scope; children: ReactNode }) {
  const { what, scope, children } = props;
  if (useAllowed(scope)) return children;
  return (
    <p className="rounded-md border border-line bg-surface px-4 py-3 text-quiet text-table">
      {what}: this needs the {scope} scope, and you are signed in without it.
    </p>
  );
}

/** A button that needs a scope: without it visible, focusable for its explanation, and without effect. */
export function ScopedButton({ scope, ...rest }: ButtonProps & { scope: Scope }) {
  const allowed = useAllowed(scope);
  if (allowed) return <Button {...rest} />;
  const { onClick: _onClick, shortcut: _shortcut, disabled: _disabled, className, ...look } = rest;
  const button = <Button {...look} aria-disabled="true" className={`${className ?? ''} opacity-60`} />;
  return (
    <Suspense fallback={button}>
      <Tooltip text={`Needs the ${scope} scope`}>{button}</Tooltip>
    </Suspense>
  );
}
