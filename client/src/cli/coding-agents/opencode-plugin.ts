/** What the plugin that `connect` writes for opencode does: it calls the hook at calls of tools. opencode loads it into its own process. */
import { spawn } from 'node:child_process';
import { type JsonObject, objectOf, parsedObject, stringOf } from '../../json.ts';
import { hasTriggers } from './session-state.ts';

/** How long opencode waits for the hook, which itself takes much less. */
const HOOK_TIMEOUT_MS = 5000;
/** opencode's names of the gateway's tools, as `connect` names the server. */
const OWN_TOOL = /^whetstone_/;
const RECALL = 'whetstone_recall';

interface ToolCall {
  tool: string;
  sessionID: string;
}

/** The hooks of opencode 1. `command` is the hook's, for a shell. */
export function pluginHooks({ directory }: { directory: string }, command: string) {
  const eventOf = (name: string, { tool, sessionID }: ToolCall, input: unknown): JsonObject => ({
    ...{ hook_event_name: name, session_id: sessionID, cwd: directory, tool_name: tool, tool_input: input },
  });
  // By session, not by call: a call that fails has no event after it, and its rule goes with the next result.
  const found = new Map<string, string>();
  return {
    async 'tool.execute.before'(call: ToolCall, { args }: { args: unknown }): Promise<void> {
      if (OWN_TOOL.test(call.tool) || !hasTriggers()) return;
      const { decision, reason, hookSpecificOutput } = await callHook(
        command,
        eventOf('BeforeTool', call, args),
      );
      if (decision === 'deny') throw new Error(String(reason));
      const rule = stringOf(objectOf(hookSpecificOutput)['additionalContext']);
      if (rule === null) return;
      const before = found.get(call.sessionID);
      found.set(call.sessionID, before === undefined ? rule : `${before}\n\n${rule}`);
    },
    async 'tool.execute.after'(
      call: ToolCall & { args: unknown },
      result: ToolResult | undefined,
    ): Promise<void> {
      if (result === undefined) return;
      if (call.tool === RECALL) {
        const event = eventOf('AfterTool', call, call.args);
        await callHook(command, { ...event, tool_response: result.structuredContent });
      }
      const rule = found.get(call.sessionID);
      if (rule === undefined) return;
      found.delete(call.sessionID);
      // The result of an MCP server's tool, or of opencode's own.
      if (Array.isArray(result.content)) result.content.push({ type: 'text', text: rule });
      else result.output = `${result.output ?? ''}\n\n${rule}`;
    },
  };
}

interface ToolResult {
  output?: string;
  content?: unknown[];
  structuredContent?: unknown;
}

/** What the hook prints for an event; an empty object where it prints nothing, fails or takes too long. */
function callHook(command: string, event: JsonObject): Promise<JsonObject> {
  return new Promise((resolve) => {
    const hook = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    const timer = setTimeout(() => {
      hook.kill();
      resolve({});
    }, HOOK_TIMEOUT_MS);
    const end = (text: string) => {
      clearTimeout(timer);
      resolve(parsedObject(text) ?? {});
    };
    let printed = '';
    hook.stdout.on('data', (chunk) => (printed += String(chunk)));
    hook.stdin.on('error', () => undefined);
    hook.on('error', () => end(''));
    hook.on('close', () => end(printed));
    hook.stdin.end(JSON.stringify(event));
  });
}
