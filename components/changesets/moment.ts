/** The part of a run that taught something: what went wrong and what somebody said about it, before the whole transcript. Pure. */
import type { Outputs } from '../api/trpc.ts';

type Run = Outputs['episodes']['detail'];

/** A quoted part of a run; `source` says where in it. */
export interface Quote {
  source: string;
  text: string;
}

/** The telling parts in the order of their weight: corrections, errors, checks that failed, else how it ended. */
export function momentsOf({ episode, feedback }: Run): Quote[] {
  const said = feedback.flatMap(({ comment, correction, actor }) => [
    ...quote(`Corrected by ${actor}`, correction),
    ...quote(`Said by ${actor}`, comment),
  ]);
  const broken = episode.tool_calls.flatMap(({ name, error }) => quote(`${name} failed`, error));
  const moments = [...said, ...quote('The run failed with', episode.error), ...broken];
  if (moments.length > 0) return moments;
  const last = episode.messages.at(-1);
  return last === undefined ? [] : quote(`Last word, of ${last.role}`, last.content);
}

function quote(source: string, text: string | null | undefined): Quote[] {
  return text ? [{ source, text }] : [];
}
