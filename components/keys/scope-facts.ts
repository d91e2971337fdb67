/** What each scope of a key allows, in the words of whoever hands one out. */
import type { Scope } from '../shell/viewer.ts';

export const SCOPE_FACTS: readonly { scope: Scope; who: string; allows: string }[] = [
  {
    scope: 'learn',
    who: 'for agents',
    allows:
      'Recall what is known, record episodes and feedback, add memories, read skills and insights, ask.',
  },
  {
    scope: 'review',
    who: 'for reviewers',
    allows:
      'Decide on changesets and held memories; author, import, roll back, pin and evolve skills; export an agent.',
  },
  {
    scope: 'admin',
    who: 'for administrators',
    allows: 'Create and revoke keys, erase users, read the audit log and usage, retry failed jobs.',
  },
];
