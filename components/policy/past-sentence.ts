/** What a policy would have approved of the changes that were decided last, in one sentence. Pure. */
import { countApprovals, type DecidedChange } from '../../server/domain/admin/policy/decided-changes.ts';
import { counted, grouped } from '../ui/text/counted.ts';
import type { Settings } from './fields.ts';

export function pastSentence(changes: readonly DecidedChange[], policy: Settings): string {
  const { decided, approved, decidedByPeople, approvedByPeople } = countApprovals(changes, policy);
  if (decided === 0) return 'No learned change has been decided yet, so there is nothing to compare with.';
  const of = decided === 1 ? 'the last learned change' : `the last ${counted(decided, 'learned change')}`;
  const would = `Of ${of} this policy would have approved ${approved === 0 ? 'none' : grouped(approved)}`;
  if (approved === 0) return `${would}.`;
  if (decidedByPeople === 0) return `${would}; people decided none of them.`;
  if (decidedByPeople === approved) {
    return `${would}; people approved ${grouped(approvedByPeople)} of those ${grouped(approved)}.`;
  }
  return `${would}; people decided ${grouped(decidedByPeople)} of them and approved ${grouped(approvedByPeople)}.`;
}
