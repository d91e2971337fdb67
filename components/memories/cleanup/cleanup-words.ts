/** What cleaning up says: what is wrong with a memory, what each action does, and what became of it. Pure. */
import type { CleanupAction, SuggestionKind } from '../../../server/domain/memories/suggestion.ts';
import type { Outputs } from '../../api/trpc.ts';

export type Suggestion = Outputs['memories']['suggestions']['items'][number];
export type Results = Outputs['memories']['decideSuggestions'];

/** `chip` names all of a kind; `wrong` says in a line what is wrong with one. */
export const KIND_WORDS: Readonly<Record<SuggestionKind, { chip: string; wrong: string }>> = {
  near_duplicate: { chip: 'Near-duplicates', wrong: 'Covered by another memory' },
  contradiction: { chip: 'Contradictions', wrong: 'May contradict another memory' },
  self_confirming: { chip: 'Self-confirming', wrong: 'Learned only from runs that were served it' },
  stale_preference: { chip: 'Stale preferences', wrong: 'Not recalled or confirmed recently' },
  never_recalled: { chip: 'Never recalled', wrong: 'Relevant recalls never served it' },
};

/** The words on the button. To keep a preference that is in doubt is to confirm it. */
export function verbFor(action: CleanupAction, kind: SuggestionKind): string {
  switch (action) {
    case 'merge':
      return kind === 'contradiction' ? 'Use the newer' : 'Merge';
    case 'forget':
      return 'Forget';
    case 'keep':
      if (kind === 'stale_preference') return 'Confirm';
      return kind === 'near_duplicate' || kind === 'contradiction' ? 'Keep both' : 'Keep';
  }
}

/** What happens with the suggested action. */
export function consequence({ action, kind }: Pick<Suggestion, 'action' | 'kind'>): string {
  switch (action) {
    case 'merge':
      return kind === 'contradiction'
        ? 'Only the newer one stays active. This one remains in the history and can be restored.'
        : 'Only the other one stays active. This one remains in the history and can be restored.';
    case 'forget':
      return 'Recalls no longer serve it. It remains in the history and can be restored.';
    case 'keep':
      return 'Confirms that it still holds. It is suggested again only if it stays unused as long again.';
  }
}

const DONE: Readonly<Record<CleanupAction, string>> = {
  merge: 'Merged into the other',
  forget: 'Forgotten',
  keep: 'Kept',
};

/** "Merged", "3 cleaned up, 1 refused": what became of one decision or of several. */
export function doneText(results: Results, action: CleanupAction | null): string {
  const done = results.filter(({ status }) => status !== null).length;
  const refused = results.length - done;
  if (results.length === 1 && done === 1 && action !== null) return DONE[action];
  const text = action === 'keep' ? `${done} kept` : `${done} cleaned up`;
  return refused === 0 ? text : `${text}, ${refused} refused`;
}
