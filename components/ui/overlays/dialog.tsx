/** A dialog, whose script is loaded when one is first opened: most visits open none. */
'use client';

import dynamic from 'next/dynamic';
import type { DialogProps } from './dialog-panel.tsx';
import { useOnceOpen } from './return-focus.ts';

const Panel = dynamic(() => import('./dialog-panel.tsx').then((m) => m.Dialog), { ssr: false });

export function Dialog(props: DialogProps) {
  return useOnceOpen(props.open) ? <Panel {...props} /> : null;
}
