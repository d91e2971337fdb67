/** What the address of the review queue carries, and the words for its choices. */
import type { Outputs } from '../api/trpc.ts';
import { oneOf, text, type UrlState, writeUrlState } from '../url/use-url-state.ts';

export type QueueItem = Outputs['changesets']['queue']['items'][number];

const TAB_IDS = ['pending', 'queued', 'canary', 'decided', 'all'] as const;

/** An empty text is "any"; `order` then is the one that suits the tab. `id` is the changeset beside the list. */
export const REVIEW_STATE = {
  tab: oneOf(TAB_IDS, 'pending'),
  order: oneOf(['', 'urgency', 'age', 'newest', 'risk', 'eval', 'skill', 'decided'], ''),
  source: oneOf(['', 'reflection', 'evolution', 'curation', 'api', 'import'], ''),
  risk: oneOf(['', 'low', 'medium', 'high'], ''),
  finding: oneOf(['', 'secret', 'injection', 'size', 'model', 'lint'], ''),
  /** The untrusted source that it was learned from, as `tool:web_fetch`. */
  learned: text(300, /^(tool|user|marked):./),
  skill: text(64),
  text: text(200),
  id: text(64),
};

export type ReviewState = UrlState<typeof REVIEW_STATE>;

/** What the address of a changeset's own page carries: whether the queue led there, and which queue. */
export const PAGE_STATE = { ...REVIEW_STATE, from: oneOf(['', 'queue'], '') };

const withAgent = (agentId: string | null) => new URLSearchParams(agentId === null ? {} : { agent: agentId });

/** The address of a changeset's own page as the queue leads there: a decision on it leads on in the same queue. */
export function pageOf(id: string, state: ReviewState, agentId: string | null): string {
  const query = writeUrlState(PAGE_STATE, withAgent(agentId), { ...state, id: '', from: 'queue' });
  return `/changesets/${encodeURIComponent(id)}?${query}`;
}

/** The address of the queue's list with a changeset marked in it. */
export function listOf(id: string, state: ReviewState, agentId: string | null): string {
  return `/review?${writeUrlState(REVIEW_STATE, withAgent(agentId), { ...state, id })}`;
}

/** The query of the queue as it is filtered and sorted. */
export function queryOf(state: ReviewState, agentId: string | null): string {
  return writeUrlState(REVIEW_STATE, withAgent(agentId), { ...state, id: '' });
}

/** The changeset that an address shows: on its own page, or beside the list. */
export function shownIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const [, page, id] = pathname.split('/');
  if (page === 'changesets' && id !== undefined) return decodeURIComponent(id);
  return new URLSearchParams(search).get('id');
}
export type Tab = ReviewState['tab'];

export const TABS: readonly { id: Tab; label: string; counted: boolean }[] = [
  { id: 'pending', label: 'Pending', counted: true },
  { id: 'queued', label: 'Queued', counted: true },
  { id: 'canary', label: 'Canary', counted: true },
  { id: 'decided', label: 'Decided', counted: false },
  { id: 'all', label: 'All', counted: false },
];

/** No filter, and no changeset beside the list. */
export const NO_FILTER = {
  ...{ source: '', risk: '', finding: '', learned: '', skill: '', text: '', id: '' },
} as const satisfies Partial<ReviewState>;

const ORDER_LABELS: [ReviewState['order'], string][] = [
  ['urgency', 'Urgent first'],
  ['age', 'Oldest first'],
  ['newest', 'Newest first'],
  ['risk', 'Riskiest first'],
  ['eval', 'Largest gain first'],
  ['skill', 'Grouped by skill'],
  ['decided', 'Last decided first'],
];

const SUITS: Record<Tab, ReviewState['order']> = {
  pending: 'urgency',
  queued: 'age',
  canary: 'age',
  decided: 'decided',
  all: 'newest',
};

/** The orders of a tab; the one that suits it is what an empty `order` means. */
export function ordersOf(tab: Tab): { value: string; label: string }[] {
  const offered = ORDER_LABELS.filter(([value]) => value !== 'decided' || tab === 'decided');
  return offered.map(([value, label]) => ({ value: value === SUITS[tab] ? '' : value, label }));
}

/** The filters as the server takes them. */
export function filterOf(state: ReviewState, agentId: string | null) {
  const { source, risk, finding, learned, skill, text } = state;
  return {
    agentId,
    source: source === '' ? null : source,
    learnedFrom: learned === '' ? null : learned,
    risk: risk === '' ? null : risk,
    finding: finding === '' ? null : finding,
    skillId: skill === '' ? null : skill,
    text: text === '' ? null : text,
  };
}

/** How many filters are set, the text included. */
export function filtersSet({ source, risk, finding, learned, skill, text }: ReviewState): number {
  return [source, risk, finding, learned, skill, text].filter((value) => value !== '').length;
}
