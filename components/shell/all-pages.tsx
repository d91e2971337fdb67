/** Every page in a sheet, for where there is no room for the rail. */
'use client';

import { Sheet } from '../ui/overlays/dialog-panel.tsx';
import { RailList } from './rail.tsx';

export function AllPages({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="All pages" side="left">
      <nav aria-label="All pages" className="-mx-2 rounded-md bg-rail p-2">
        <RailList fold="never" />
      </nav>
    </Sheet>
  );
}
