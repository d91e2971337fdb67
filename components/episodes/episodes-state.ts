/** What the address of the episodes page carries, and the words for its choices. */
import type { Outputs } from '../api/trpc.ts';
import { oneOf, text, type UrlState } from '../url/use-url-state.ts';

export type ListedEpisode = Outputs['episodes']['list']['items'][number];
export type EpisodeDetail = Outputs['episodes']['detail'];

/** Empty texts are "any". */
export const EPISODES_STATE = {
  text: text(200),
  outcome: oneOf(['', 'success', 'partial', 'failure', 'unknown'], ''),
  user: text(256),
  session: text(256),
  holdout: oneOf(['', 'yes', 'no'], ''),
  reflected: oneOf(['', 'yes', 'no'], ''),
};

export type EpisodesState = UrlState<typeof EPISODES_STATE>;
export type ChangeEpisodes = (changes: Partial<EpisodesState>, how?: { history: 'push' | 'replace' }) => void;

/** No filter at all. */
export const UNFILTERED: EpisodesState = {
  text: '',
  outcome: '',
  user: '',
  session: '',
  holdout: '',
  reflected: '',
};

export const isFiltered = (state: EpisodesState): boolean =>
  Object.values(state).some((value) => value !== '');

export const OUTCOMES = [
  { value: '', label: 'Any outcome' },
  { value: 'success', label: 'Success' },
  { value: 'partial', label: 'Partial' },
  { value: 'failure', label: 'Failure' },
  { value: 'unknown', label: 'Unknown' },
] as const;

export const HOLDOUTS = [
  { value: '', label: 'Holdout or not' },
  { value: 'yes', label: 'Holdout only' },
  { value: 'no', label: 'Served only' },
] as const;

export const REFLECTIONS = [
  { value: '', label: 'Reflected or not' },
  { value: 'yes', label: 'Reflected on' },
  { value: 'no', label: 'Not reflected on yet' },
] as const;
