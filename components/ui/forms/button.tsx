'use client';

/** The button. With `shortcut` it shows the key that presses it, as long as that key has a handler. */
import type { ComponentProps, MouseEvent } from 'react';
import type { ShortcutId } from '../../keyboard/catalogue.ts';
import { cn } from '../cn.ts';
import { LoaderCircle } from '../generated/icons.tsx';
import { ShortcutBadge } from '../text/kbd.tsx';
import { type ButtonLook, buttonLook } from './button-look.ts';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows that the action runs; the button keeps its size and takes no further press. */
  loading?: boolean | undefined;
  shortcut?: ShortcutId | undefined;
}

/** A busy button keeps its focus and takes no press, not even to submit its form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}

export function Button(props: ButtonProps) {
  const { variant, size, loading = false, shortcut, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? ignore : onClick}
      data-shortcut={shortcut}
      className={cn(buttonLook({ variant, size }), className)}
    >
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      {/* Out of sight, but still its name. */}
      <span className={cn('inline-flex items-center gap-1.5', loading && 'opacity-0')}>
        {children}
        {shortcut === undefined ? null : <ShortcutBadge of={shortcut} />}
      </span>
    </button>
  );
}

/** Says by itself that something runs; the words stand beside it or in the button it covers. */
function Spinner() {
  return <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />;
}

/** The button of a menu; it stands here because the menu itself loads later. Give it an icon. */
export function MenuButton({ label, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
    />
  );
}
