/** A value once it has rested, so that nothing is asked for every letter that is typed. */
'use client';

import { useEffect, useState } from 'react';

/** `value` as it was when it last stayed the same for `restMs`. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
