/** Which field a refusal is about. Pure. */
import { faultOf } from '../api/fault.ts';

interface FieldFaults {
  /** What is wrong at a path or below it, null where nothing is. */
  at: (...path: (string | number)[]) => string | null;
  /** Whether the refusal says something that belongs to no field. */
  hasUnplaced: boolean;
}

/** The faults of a failed call; a `body` that the service puts before its paths is passed over. */
export function faultsOf(error: unknown): FieldFaults {
  const problems = error === null ? [] : (faultOf(error).problems ?? []);
  const placed = problems.map(({ path, message }) => ({
    path: path[0] === 'body' ? path.slice(1) : path,
    message,
  }));
  const at = (...path: (string | number)[]) => {
    const found = placed.filter((problem) => path.every((part, index) => problem.path[index] === part));
    return found.length === 0 ? null : found.map(({ message }) => message).join(' · ');
  };
  return { at, hasUnplaced: error !== null && problems.length === 0 };
}
