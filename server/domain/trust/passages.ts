/** What untrusted sources wrote in a run, quoted for the person who decides on what it taught. */
import { maskSecrets } from '../safety/redact.ts';
import { type Label, labelRun, type SourcedRun, type TrustPolicy } from './parts.ts';
import type { Source } from './side.ts';
import { isSameSource } from './source-names.ts';

export interface Passage {
  readonly source: Source;
  /** Where in the run it stands. */
  readonly part: 'task' | 'message' | 'result' | 'error' | 'comment' | 'correction';
  /** Its beginning, where it is long. */
  readonly text: string;
  /** Characters that are left out at its end. */
  readonly leftOut: number;
}

/** Characters of one passage that are quoted. */
const LONGEST = 1500;

/**
 * The texts of `sources` in a run, in its order, each once. Lists of the agent do not count: what was untrusted then is quoted
 * although it is trusted now.
 */
export function quoteSources(run: SourcedRun, policy: TrustPolicy, sources: readonly Source[]): Passage[] {
  const untrusted = sources.flatMap(({ kind, name }) => (kind === 'tool' ? [name] : []));
  const labels = labelRun(run, { ...policy, mode: 'true', users: 'held', untrusted });
  const passages = new Map<string, Passage>();
  const quote = (part: Passage['part'], label: Label, text: string | null | undefined) => {
    if (label === null || typeof label.by === 'string' || !text?.trim()) return;
    const { by } = label;
    const source = sources.find((one) => isSameSource(one, by));
    if (source === undefined || passages.has(text)) return;
    const masked = maskSecrets(text);
    const shown = masked.slice(0, LONGEST);
    passages.set(text, { source, part, text: shown, leftOut: masked.length - shown.length });
  };
  const { task, messages, toolCalls, feedback = [] } = run;
  quote('task', labels.task, task);
  toolCalls.forEach(({ result, error }, at) => {
    quote('result', labels.calls[at]?.answer ?? null, result);
    quote('error', labels.calls[at]?.answer ?? null, error);
  });
  messages.forEach(({ content }, at) => {
    quote('message', labels.messages[at] ?? null, content);
  });
  feedback.forEach(({ comment, correction }, at) => {
    quote('comment', labels.feedback[at] ?? null, comment);
    quote('correction', labels.feedback[at] ?? null, correction);
  });
  return [...passages.values()];
}
