/** What a coding tool says to a hook on its standard input. */
import { type JsonObject, parsedObject, stringOf } from '../../json.ts';

export interface HookEvent {
  name: string;
  sessionId: string;
  /** Where the tool works. */
  folder: string;
  /** The transcript; null where the tool keeps none. */
  transcriptPath: string | null;
  prompt: string | null;
  /** Why a session starts; null for other events. */
  source: string | null;
  /** The call of a tool that is about to be made; null for other events. */
  call: { name: string; arguments: unknown } | null;
  /** What a call of a tool returned; undefined for other events. */
  response: unknown;
  /** The end of the answer, which the transcript may lack for a moment. */
  lastMessage: string | null;
  /** When the hook was called, in milliseconds since 1970. */
  at: number;
}

/** The event; null where the text is none that can be worked with. The tools name its fields alike, but for the answer. */
export function parseHookEvent(text: string, at: number): HookEvent | null {
  const said = parsedObject(text) ?? {};
  const name = stringOf(said['hook_event_name']);
  const sessionId = stringOf(said['session_id']);
  const folder = stringOf(said['cwd']);
  if (name === null || sessionId === null || sessionId === '' || folder === null) return null;
  return {
    ...{ name, sessionId, folder, at },
    transcriptPath: stringOf(said['transcript_path']),
    prompt: stringOf(said['prompt']),
    source: stringOf(said['source']),
    call: callOf(said),
    response: said['tool_response'],
    lastMessage: stringOf(said['last_assistant_message'] ?? said['prompt_response']),
  };
}

function callOf(said: JsonObject): HookEvent['call'] {
  const name = stringOf(said['tool_name']);
  return name === null ? null : { name, arguments: said['tool_input'] ?? {} };
}
