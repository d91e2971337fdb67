/** The button. With `shortcut` it shows the key that presses it, as long as that key has a handler. */
'use client';

import type { ComponentProps } from 'react';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import { type ButtonLook, buttonLook } from './button-look.ts';
import { cn } from './cn.ts';
import { ShortcutBadge } from './shortcut-badge.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows that the action runs; the button keeps its size and takes no further press. */
  loading?: boolean | undefined;
  shortcut?: ShortcutId | undefined;
}

export function Button(props: ButtonProps) {
  const { variant, size, loading = false, shortcut, className, children, disabled, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      data-shortcut={shortcut}
      className={cn(buttonLook({ variant, size }), className)}
    >
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={cn('inline-flex items-center gap-1.5', loading && 'invisible')}>
        {children}
        {shortcut === undefined ? null : <ShortcutBadge of={shortcut} />}
      </span>
    </button>
  );
}
