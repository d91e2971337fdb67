'use client';

import type { ReactElement } from 'react';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';

export function MoreDecisionsMenu({ trigger, onSkip }: { trigger: ReactElement; onSkip: () => void }) {
  return (
    <Menu opened={true} label="More decisions" trigger={trigger}>
      <MenuItem onSelect={onSkip} note="Applies to every run at once. Asks for confirmation.">
        Approve, skip canary
      </MenuItem>
    </Menu>
  );
}
