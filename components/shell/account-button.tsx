/** The button of the account menu, the same before and after the menu is loaded. */
'use client';

import { CircleUserRound } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/button.tsx';

export function AccountButton(props: ButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Account and preferences"
      aria-haspopup="menu"
      aria-expanded={false}
      {...props}
    >
      <CircleUserRound aria-hidden="true" />
    </Button>
  );
}
