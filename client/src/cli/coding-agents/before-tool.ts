/** Before a call of a tool: the rules that apply to it. The gateway is asked only where a recall of the session has one that may. */
import { matchesAny } from '../../../../server/domain/moments/match.ts';
import { redact } from '../../../../server/domain/safety/redact.ts';
import { redactValue } from '../../../../server/domain/safety/redact-value.ts';
import type { RecallRequest } from '../../generated/api.ts';
import { objectOf } from '../../json.ts';
import { blocksCall, type Recall } from '../../recall.ts';
import { OWN_TOOL, touchesExcluded } from './episode.ts';
import { excludedPaths } from './excluded-paths.ts';
import type { HookEvent } from './hook-event.ts';
import { type HookCall, logCall } from './hook-log.ts';
import type { HookOptions, ToolName } from './hook-options.ts';
import { askOnce } from './prefetch.ts';
import { agentFor, repositoryRoot } from './repository.ts';
import {
  changeState,
  noteFound,
  noteTriggers,
  readState,
  type SessionState,
  takeFound,
} from './session-state.ts';
import { readTranscript } from './transcripts/read-transcript.ts';

type Moment = NonNullable<RecallRequest['moment']>;
type Offered = NonNullable<SessionState['triggers']>;

/** How Codex calls in its transcripts, which rules are learned from, what it calls `Bash` to a hook. */
const OTHER_NAMES: Partial<Record<ToolName, Record<string, string[]>>> = {
  codex: { Bash: ['exec_command', 'shell'] },
};

/** They can refuse a call but not ask a person. Gemini CLI takes a text only with the result; opencode's plugin keeps it until then. */
const CANNOT_ASK: readonly ToolName[] = ['gemini-cli', 'opencode'];

/** So much of a transcript's end is read for the error before a call. */
const TAIL_BYTES = 256 * 1024;
const MAX_ERROR_CHARS = 4000;

/** The text for standard output; empty where no rule applies, or nothing is known at `deadline`, in ms since the process was started. */
export async function beforeTool(options: HookOptions, event: HookEvent, deadline: number): Promise<string> {
  const moment = momentOf(options, event);
  if (moment === null) return '';
  const left = Math.max(1, deadline - performance.now());
  const answer = await askOnce(options, event, { moment, session_id: event.sessionId }, left);
  const { failure, instructions } = answer;
  logCall({
    ...{ at: event.at, tool: options.tool, event: event.name, agent: agentFor(options, event) },
    ...{ ms: Math.round(performance.now()), why: failure?.message },
    result: resultOf(answer),
  });
  if (instructions === '') return '';
  if (CANNOT_ASK.includes(options.tool) && blocksCall(answer))
    return JSON.stringify({ decision: 'deny', reason: instructions });
  if (options.tool !== 'gemini-cli') return outputFor(options.tool, event.name, answer);
  changeState(options.tool, event.sessionId, event.at, (state) => noteFound(state, event.call, instructions));
  return '';
}

/** The text for standard output after a call: what was found before it. Of a recall in opencode the triggers are kept. */
export function afterTool({ tool }: HookOptions, event: HookEvent): Promise<string> {
  const { recall_id: recallId, triggers } = objectOf(event.response);
  if (tool === 'opencode' && typeof recallId === 'string' && Array.isArray(triggers))
    changeState(tool, event.sessionId, event.at, (state) => noteTriggers(state, recallId, triggers));
  const additionalContext = takeFound(tool, event.sessionId, event.at, event.call);
  const shown = { hookSpecificOutput: { hookEventName: event.name, additionalContext } };
  return Promise.resolve(additionalContext === null ? '' : JSON.stringify(shown));
}

function resultOf({ failure, instructions }: Recall): HookCall['result'] {
  if (failure !== null) return failure.kind === 'timeout' ? 'late' : 'refused';
  return instructions === '' ? 'nothing new' : 'shown';
}

/** What the gateway is asked; null where no rule may apply, or the call is about an excluded file. */
function momentOf(options: HookOptions, { call, ...event }: HookEvent): Moment | null {
  const offered = readState(options.tool, event.sessionId)?.triggers ?? [];
  if (call === null || offered.length === 0 || OWN_TOOL.test(call.name)) return null;
  if (touchesExcluded(call.arguments, excludedPaths(options.exclude, repositoryRoot(event.folder))))
    return null;
  const error = needsError(offered) ? lastError(options.tool, event.transcriptPath) : null;
  for (const name of [call.name, ...(OTHER_NAMES[options.tool]?.[call.name] ?? [])]) {
    const found = matching(offered, { tool: { ...call, name }, lastError: error });
    if (found === undefined) continue;
    const seen = error ?? lastError(options.tool, event.transcriptPath);
    const tool = { name, arguments: redactValue(call.arguments) as Moment['tool']['arguments'] & {} };
    return { recall_id: found.recallId, tool, ...(seen === null ? {} : { last_error: redact(seen) }) };
  }
  return null;
}

function matching(offered: Offered, moment: Parameters<typeof matchesAny>[1]) {
  return offered.find(({ rules }) => rules.some(({ applies_when }) => matchesAny(applies_when, moment)));
}

function needsError(offered: Offered): boolean {
  const conditions = offered.flatMap(({ rules }) => rules.flatMap(({ applies_when }) => applies_when));
  return conditions.some(({ error }) => error !== undefined);
}

/** The error of the last call that has ended; null where it had none. */
function lastError(tool: ToolName, path: string | null): string | null {
  if (path === null) return null;
  try {
    const { turns } = readTranscript(tool, path, TAIL_BYTES);
    const ended = turns
      .flatMap(({ calls }) => calls)
      .filter(({ result, error }) => (result ?? error) !== null);
    return ended.at(-1)?.error?.slice(0, MAX_ERROR_CHARS) ?? null;
  } catch {
    // A transcript that is not there yet tells of no error.
    return null;
  }
}

/** The rule as text; only Claude Code can also ask a person. */
function outputFor(tool: ToolName, hookEventName: string, { instructions, skills }: Recall): string {
  const blocks = blocksCall({ skills });
  const ask = { permissionDecision: 'ask', permissionDecisionReason: instructions };
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName,
      additionalContext: instructions,
      ...(blocks && tool === 'claude-code' ? ask : {}),
    },
  });
}
