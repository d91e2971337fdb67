/** Where the words of a change were said in its runs, in words. Pure. */
import type { SaidBy } from '../../../server/domain/skills/changesets/support.ts';

const SAID_IN: Readonly<Record<SaidBy, string>> = {
  user_message: 'user messages',
  instructions: 'the developer’s instructions',
  error_or_verification: 'errors and verification',
  tool_output: 'tool output',
  retrieved_text: 'retrieved text',
  reviewer: 'a reviewer’s wording',
};

/** "Said in user messages and tool output". */
export function saidText(said: readonly SaidBy[]): string {
  if (said.length === 0) return 'Not said in its runs: the model’s conclusion';
  return `Said in ${said.map((origin) => SAID_IN[origin]).join(' and ')}`;
}
