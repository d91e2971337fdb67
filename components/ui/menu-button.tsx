/** The button of a menu, the same before and after what it opens is loaded. Give it an icon. */
'use client';

import { Button, type ButtonProps } from './button.tsx';

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
