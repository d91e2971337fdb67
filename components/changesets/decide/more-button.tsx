/** The button of the rarer decisions. */
'use client';

import { Ellipsis } from 'lucide-react';
import type { ButtonProps } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';

export function MoreButton(props: ButtonProps) {
  return (
    <MenuButton label="More decisions" {...props}>
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
}
