/** For what is loaded when it first opens: from then on it stays, closed, so that it can give the focus back. */
'use client';

import { useState } from 'react';

/** Whether it is open or has been. */
export function useOnceOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}
