'use client';

/** A box to tick and a switch, both the browser's own input. */
import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { Learned } from '../text/learned-text.tsx';

interface ToggleProps {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

function Toggle(props: ToggleProps & { role?: 'switch'; look: string }) {
  const { label, hideLabel = false, hint, checked, onCheckedChange, disabled = false, role, look } = props;
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        role={role}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={look}
      />
      <div className="flex flex-col">
        <label htmlFor={id} className={cn(hideLabel ? 'sr-only' : 'text-table', disabled && 'text-faint')}>
          <Learned>{label}</Learned>
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-caption text-quiet">
            <Learned>{hint}</Learned>
          </p>
        )}
      </div>
    </div>
  );
}

/** A tick box; the target is 24 px although the box is smaller. */
export function Checkbox(props: ToggleProps) {
  return <Toggle {...props} look="m-[1px] size-4 shrink-0 outline-offset-3" />;
}

/** On or off, at once. */
export function Switch(props: ToggleProps) {
  return (
    <Toggle
      {...props}
      role="switch"
      look="relative mt-px h-4.5 w-8 shrink-0 appearance-none rounded-full bg-edge transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-3.5 disabled:opacity-50"
    />
  );
}
