/** How a changeset is looked at: in the address, so that a link shows the same; and what its parts share while it is shown. */
'use client';

import { createContext, useContext } from 'react';
import { oneOf, urlSchema } from '../url/fields.ts';

/** The part of the address that belongs to a changeset's view. */
export const VIEW_SCHEMA = urlSchema({
  diff: oneOf(['inline', 'side'], 'inline'),
  rest: oneOf(['folded', 'shown'], 'folded'),
  preview: oneOf(['recall', 'skillmd'], 'recall'),
});

export interface ViewState {
  layout: 'inline' | 'side';
  /** Level of the cards' headings: 2 on a page of its own, 3 beside the queue. */
  level: 2 | 3;
  /** Opens the run with this id in the side panel. */
  openEpisode: (id: string) => void;
}

export const ViewContext = createContext<ViewState>({
  layout: 'inline',
  level: 2,
  openEpisode: () => undefined,
});

export function useView(): ViewState {
  return useContext(ViewContext);
}
