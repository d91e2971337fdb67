/** Who reviews a changeset, in words. Pure. */
import { actorLabel } from '../../audit/actor-label.ts';
import type { Detail } from '../detail.ts';

export type Assignment = NonNullable<Detail['changeset']['assignment']>;

interface Reader {
  /** The actor who reads it. */
  viewer: string;
  /** The assignee's name; null where they have none. */
  name: string | null;
}

/** "you", "Ada Lovelace". */
export function assigneeText({ assignee }: Assignment, { viewer, name }: Reader): string {
  return assignee === viewer ? 'you' : actorLabel({ actor: assignee, name });
}

/** "Claimed by you", "Assigned to Ada Lovelace". */
export function assignmentText(assignment: Assignment, reader: Reader): string {
  const verb = assignment.assignee === assignment.assignedBy ? 'Claimed by' : 'Assigned to';
  return `${verb} ${assigneeText(assignment, reader)}`;
}
