/** The state of the skill pages as their addresses carry it. */
import { SKILL_STATUSES } from '../../server/domain/skills/skill.ts';
import { oneOf, text, type UrlState, urlSchema, whole } from '../url/state.ts';

const typed = () => text(200);

/** The list: `status` and `pinned` are empty for any. */
export const LIST_STATE = urlSchema({
  status: oneOf(['', ...SKILL_STATUSES], ''),
  tag: typed(),
  text: typed(),
  pinned: oneOf(['', 'yes'], ''),
  order: oneOf(['name', 'success', 'uses'], 'name'),
});
export type ListState = UrlState<typeof LIST_STATE>;

const versionNumber = () => whole(2_147_483_647);

/** One skill: the open tab, how its rules are sorted, and the versions that are compared (0: none chosen). */
export const SKILL_STATE = urlSchema({
  tab: oneOf(['rules', 'versions', 'performance', 'changesets', 'document'], 'rules'),
  sort: oneOf(['reading', 'harmful'], 'reading'),
  removed: oneOf(['', 'shown'], ''),
  from: versionNumber(),
  to: versionNumber(),
});
export type SkillTab = UrlState<typeof SKILL_STATE>['tab'];

/** Writing: field by field or from a document; `edit` is the id of a skill to begin from. */
export const WRITE_STATE = urlSchema({
  mode: oneOf(['form', 'document'], 'form'),
  edit: text(64),
});
