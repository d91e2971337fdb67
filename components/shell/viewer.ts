/**
 * Who looks at the dashboard: known from the first paint, so that no page flickers between allowed and not.
 */
'use client';

import { createContext, useContext } from 'react';

export type Scope = 'learn' | 'review' | 'admin';

export interface Viewer {
  tenant: string;
  actor: string;
  scopes: readonly Scope[];
  /** False where authentication is off. */
  canSignOut: boolean;
}

export const ViewerContext = createContext<Viewer>({ tenant: '', actor: '', scopes: [], canSignOut: false });

/** The signed-in viewer. */
export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

/** Whether the viewer holds a scope. */
export function useAllowed(scope: Scope): boolean {
  return useViewer().scopes.includes(scope);
}
