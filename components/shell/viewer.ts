/** Who looks at the dashboard: known from the first paint, so that no page flickers between allowed and not. */
'use client';

import { createContext, useContext } from 'react';

export type Scope = 'learn' | 'review' | 'admin';

export interface Viewer {
  tenant: string;
  actor: string;
  /** What a key is called; null of all others. */
  actorName: string | null;
  scopes: readonly Scope[];
  /** False where authentication is off. */
  canSignOut: boolean;
  /** The base URL that agents and browsers use. */
  publicUrl: string;
  /** Whether the viewer runs this gateway. */
  operator: boolean;
  /** Whether the viewer is in the sample world, or may open it; null where neither. */
  sampleWorld: 'inside' | 'open' | null;
}

export const ViewerContext = createContext<Viewer>({
  ...{ tenant: '', actor: '', actorName: null, scopes: [] },
  ...{ canSignOut: false, publicUrl: '', operator: false, sampleWorld: null },
});

/** The signed-in viewer. */
export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

/** Whether the viewer holds a scope. */
export function useAllowed(scope: Scope): boolean {
  return useViewer().scopes.includes(scope);
}
