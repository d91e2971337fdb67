/**
 * The forms in which agents take their task: a text, a list of chat messages, or an object that holds one.
 */
import type { Recall } from './recall.ts';

interface ChatMessage {
  role: string;
  content: unknown;
}

function isMessages(value: unknown): value is ChatMessage[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (item: unknown) => typeof item === 'object' && item !== null && 'role' in item && 'content' in item,
    )
  );
}

function messagesIn(value: unknown): ChatMessage[] | null {
  if (isMessages(value)) return value;
  const inner = typeof value === 'object' && value !== null && 'messages' in value ? value.messages : null;
  return isMessages(inner) ? inner : null;
}

/** The text of a message's content, which is a text or a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** The task in an agent's arguments; empty where there is none to be seen. */
export function findTask(...args: unknown[]): string {
  const [first] = args;
  if (typeof first === 'string') return first;
  const asked = messagesIn(first)?.findLast(({ role }) => role === 'user');
  return asked === undefined ? '' : contentText(asked.content);
}

/**
 * The arguments with the instructions where a model will read them; arguments of another form as they are.
 */
export function withInstructions<Args extends unknown[]>({ instructions }: Recall, ...args: Args): Args {
  const [first, ...rest] = args;
  if (typeof first === 'string') return [`${instructions}\n\n${first}`, ...rest] as Args;
  const messages = messagesIn(first);
  if (messages === null) return args;
  const extended = [{ role: 'system', content: instructions }, ...messages];
  return [messages === first ? extended : { ...(first as object), messages: extended }, ...rest] as Args;
}

/** A result or an error as text; empty for nothing and for what cannot be written. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Circular, or a getter of the agent's that throws: the record goes without.
    return '';
  }
}
