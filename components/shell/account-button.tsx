/** The button of the account menu. */
'use client';

import { CircleUserRound } from 'lucide-react';
import type { ButtonProps } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';

export function AccountButton(props: ButtonProps) {
  return (
    <MenuButton label="Account and preferences" {...props}>
      <CircleUserRound aria-hidden="true" />
    </MenuButton>
  );
}
