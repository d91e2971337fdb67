/** The state of the skill pages as their addresses carry it. */
import * as z from 'zod/mini';
import { SKILL_STATUSES } from '../../server/domain/skills/status.ts';

const typed = () => z.catch(z.string().check(z.maxLength(200)), '');

/** The list: `status` and `pinned` are empty for any. */
export const LIST_STATE = z.object({
  status: z.catch(z.enum(['', ...SKILL_STATUSES]), ''),
  tag: typed(),
  text: typed(),
  pinned: z.catch(z.enum(['', 'yes']), ''),
  order: z.catch(z.enum(['name', 'success', 'uses']), 'name'),
});
export type ListState = z.infer<typeof LIST_STATE>;

const versionNumber = () =>
  z.catch(z.coerce.number().check(z.gte(0), z.lte(2_147_483_647), z.multipleOf(1)), 0);

/** One skill: the open tab, how its rules are sorted, and the versions that are compared (0: none chosen). */
export const SKILL_STATE = z.object({
  tab: z.catch(z.enum(['rules', 'versions', 'performance', 'changesets', 'document']), 'rules'),
  sort: z.catch(z.enum(['reading', 'harmful']), 'reading'),
  removed: z.catch(z.enum(['', 'shown']), ''),
  from: versionNumber(),
  to: versionNumber(),
});
export type SkillTab = z.infer<typeof SKILL_STATE>['tab'];

/** Writing: field by field or from a document; `edit` is the id of a skill to begin from. */
export const WRITE_STATE = z.object({
  mode: z.catch(z.enum(['form', 'document']), 'form'),
  edit: z.catch(z.string().check(z.maxLength(64)), ''),
});
