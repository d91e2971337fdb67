/** Who looks at the dashboard: known from the first paint, so that no page flickers between allowed and not. */
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

/** Whether the viewer holds at least one of `scopes`. */
export function useAllowed(...scopes: Scope[]): boolean {
  const { scopes: held } = useViewer();
  return scopes.some((scope) => held.includes(scope));
}
