/** Who looks at the dashboard: known from the first paint, so that no page flickers between allowed and not. */
'use client';

import { createContext, useContext } from 'react';
import type { Viewer } from '../../server/api/dashboard/current-viewer.ts';
import type { Scope } from '../../server/domain/principal.ts';

export type { Scope, Viewer };

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
