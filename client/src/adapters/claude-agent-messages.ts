/** What the messages of the Claude Agent SDK say of a run. */
import { isObject, type JsonObject } from '../json.ts';
import type { ConversationItem, TokenCounts } from './conversation.ts';

const blocksOf = (content: unknown): JsonObject[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? content.filter(isObject)
      : [];

const textOf = (content: unknown): string =>
  blocksOf(content)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join('\n');

function itemOf(role: string, block: JsonObject): ConversationItem[] {
  const { type, id, name, input, tool_use_id, text } = block;
  if (type === 'text' && role === 'assistant' && typeof text === 'string')
    return [{ kind: 'message', role, text }];
  if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string')
    return [{ kind: 'call', id, name, arguments: JSON.stringify(input ?? {}) }];
  if (type === 'tool_result' && typeof tool_use_id === 'string')
    return [
      { kind: 'result', id: tool_use_id, text: textOf(block.content), isError: block.is_error === true },
    ];
  return [];
}

/** What the agent said and did. What its subagents did is theirs: the run has what they answered. */
export function itemsOf(told: JsonObject): { items: ConversationItem[]; model?: string } {
  const { type, message, parent_tool_use_id } = told;
  const isKnown = type === 'assistant' || type === 'user';
  // An error of the model's service comes as a message too, which nobody said.
  const isAgents = typeof parent_tool_use_id !== 'string' && typeof told.error !== 'string';
  if (!isKnown || !isAgents || !isObject(message)) return { items: [] };
  const items = blocksOf(message.content).flatMap((block) => itemOf(type, block));
  return { items, ...(typeof message.model === 'string' ? { model: message.model } : {}) };
}

type AgentResult = { text: string | null; usage: TokenCounts | undefined } & (
  | { ending: 'answered' | 'stopped' }
  | { ending: 'failed'; error: string }
);

/** All that was read, from the cache too. */
function tokensOf(usage: unknown): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0);
  const input =
    count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens');
  const output = count('output_tokens');
  return input + output === 0 ? undefined : { input_tokens: input, output_tokens: output };
}

/** The result at the end of a run; null for any other message. A limit (turns, cost) stops a run: that is no error. */
export function resultOf(message: JsonObject): AgentResult | null {
  if (message.type !== 'result') return null;
  const { subtype, result, errors, is_error } = message;
  const text = typeof result === 'string' ? result : null;
  const told = { text, usage: tokensOf(message.usage) };
  if (typeof subtype === 'string' && subtype.startsWith('error_max_')) return { ...told, ending: 'stopped' };
  if (subtype === 'success' && is_error !== true) return { ...told, ending: 'answered' };
  const said = Array.isArray(errors) ? errors.filter((each) => typeof each === 'string').join('; ') : '';
  return { ...told, ending: 'failed', error: said || text || String(subtype) };
}
