/** Where menus, popovers and tooltips are put: inside a landmark of the frame, so that nothing stands outside of all. */
'use client';

import { createContext, useContext } from 'react';

export const PortalContext = createContext<HTMLElement | null>(null);

/** The portal's target for Radix; the body where a page has no frame. */
export function usePortal(): { container?: HTMLElement } {
  const container = useContext(PortalContext);
  return container === null ? {} : { container };
}
