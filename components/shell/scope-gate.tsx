/** Nothing is hidden by permission: an action stays visible, disabled, and names the scope; a page says what it needs. */
'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { MissingScope } from '../ui/states.tsx';
import { type Scope, useAllowed } from './viewer.ts';

/** Loaded for those who lack a scope: what places it is as large as many a page. */
const Tooltip = dynamic(() => import('../ui/tooltip.tsx').then((module) => module.Tooltip));

/** A whole page: shows `children` to who holds one of `scopes`, else which scope is missing. */
export function PageGate(props: { page: string; scopes: readonly Scope[]; children: ReactNode }) {
  const { page, scopes, children } = props;
  const allowed = useAllowed(...scopes);
  return allowed ? children : <MissingScope page={page} scope={scopes.join(' or ')} />;
}

/** A button that needs a scope: without it visible, focusable for its explanation, and without effect. */
export function ScopedButton({ scope, ...rest }: ButtonProps & { scope: Scope }) {
  const allowed = useAllowed(scope);
  if (allowed) return <Button {...rest} />;
  const { onClick: _onClick, shortcut: _shortcut, disabled: _disabled, className, ...look } = rest;
  return (
    <Tooltip text={`Needs the ${scope} scope`}>
      <Button {...look} aria-disabled="true" className={`${className ?? ''} opacity-60`} />
    </Tooltip>
  );
}
