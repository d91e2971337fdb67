/** The rarer decisions. */
'use client';

import { Menu, MenuItem } from '../../ui/menu.tsx';
import { MoreButton } from './more-button.tsx';

export function MoreDecisionsMenu({ onSkip }: { onSkip: () => void }) {
  return (
    <Menu opened={true} label="More decisions" trigger={<MoreButton />}>
      <MenuItem onSelect={onSkip} note="Every run gets it at once; asks first">
        Approve, skip canary
      </MenuItem>
    </Menu>
  );
}
