/** Says that the list is no longer what it was, and leaves it to the reader when it may move. */
'use client';

import { Button } from '../ui/button.tsx';

export function ChangedBar({ onShow }: { onShow: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-line border-b bg-accent-soft px-4 py-1.5 text-table"
    >
      Memories changed since this list was read.
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </div>
  );
}
