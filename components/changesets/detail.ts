'use client';

/** The shapes that a changeset's parts are given, named once. */
import { createContext, useContext } from 'react';
import type { Outputs } from '../api/trpc.ts';
import { oneOf } from '../url/use-url-state.ts';

export type Detail = Outputs['changesets']['detail'];
export type DetailSkill = Detail['skills'][number];
export type SourceEpisode = Detail['episodes'][number];

// How a changeset is looked at: in the address, so that a link shows the same; and what its parts share while
// it is shown.

/** The part of the address that belongs to a changeset's view. */
export const VIEW_SCHEMA = {
  diff: oneOf(['inline', 'side'], 'inline'),
  rest: oneOf(['folded', 'shown'], 'folded'),
  preview: oneOf(['recall', 'skillmd'], 'recall'),
};

/** Where the history stands on the page. */
export const ACTIVITY = 'activity';

interface ViewState {
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
