/** The button of the rarer decisions, the same before and after their menu is loaded. */
'use client';

import { Ellipsis } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/button.tsx';

export function MoreButton(props: ButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="More decisions"
      aria-haspopup="menu"
      aria-expanded={false}
      {...props}
    >
      <Ellipsis aria-hidden="true" />
    </Button>
  );
}
