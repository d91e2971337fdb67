'use client';

/**
 * A dialog gives the focus back to where it came from. Radix gives it to the dialog's trigger alone, and ours
 * are opened by keys and by what is gone by the time they close: then the page's heading takes it, never
 * nothing.
 */
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

function focusFirst(places: readonly (Element | null)[]): void {
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place === document.body) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** What the dialog's content is given as `onCloseAutoFocus`. */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const from = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) from.current = document.activeElement;
  }, [open]);
  return (event) => {
    event.preventDefault();
    // What the dialog led to may have the focus already.
    if (document.activeElement !== document.body) return;
    focusFirst([from.current, document.querySelector('main h1')]);
  };
}

/** As a button's `ref`: focuses it when it appears. A constant, so that it does so once. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

// For what is loaded when it first opens: from then on it stays, closed, so that it can give the focus back.

/** Whether it is open or has been. */
export function useOnceOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}

/** Where menus, popovers and tooltips are put: inside a landmark of the page. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** The portal's target for Radix; the body where a page has no frame. */
export function usePortal(): { container?: HTMLElement } {
  const container = useContext(PortalContext);
  return container === null ? {} : { container };
}
