/**
 * The forms in which agents take their task: a text, a list of messages (plain ones, LangChain's, tuples of role and text, those
 * with parts), or an object that holds one as its `messages`, `prompt`, `input` or `contents`.
 */
import { isObject, type JsonObject } from './json.ts';
import type { Recall } from './recall.ts';

/** An argument that holds the task. */
interface PromptArgument {
  task: string;
  /** The argument with this text where a model will read it. */
  withText(text: string): unknown;
}

const below = (own: string, text: string) => (own === '' ? text : `${own}\n\n${text}`);

/** The text of a content: a text, a part or a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return typeof content.text === 'string' ? content.text : '';
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => contentText(part))
    .filter((text) => text !== '')
    .join('\n');
}

/** One message of a list in any of its forms. */
interface PromptMessage {
  role: 'user' | 'system' | 'other';
  text: string;
  original: unknown;
}

function roleOf(name: unknown): PromptMessage['role'] {
  if (name === 'user' || name === 'human') return 'user';
  return name === 'system' || name === 'developer' ? 'system' : 'other';
}

/** LangChain's messages say their role by a method, and by a field once they are written as JSON. */
function roleName(message: JsonObject): unknown {
  const { role, getType, _getType, type } = message;
  if (role !== undefined) return role;
  const ask = getType ?? _getType;
  return typeof ask === 'function' ? (ask.call(message) as unknown) : type;
}

function spoken(item: unknown): PromptMessage | null {
  if (Array.isArray(item)) {
    const [role, content]: unknown[] = item;
    const isTuple = item.length === 2 && typeof role === 'string' && typeof content === 'string';
    return isTuple ? { role: roleOf(role), text: content, original: item } : null;
  }
  if (!isObject(item) || !('content' in item || 'parts' in item)) return null;
  const role = roleName(item);
  if (typeof role !== 'string') return null;
  return { role: roleOf(role), text: contentText(item.content ?? item.parts), original: item };
}

/** The message with the text as its first part, in the form of its other parts. */
function withFirstPart(message: JsonObject, text: string): JsonObject {
  const parts = message.parts as unknown[];
  const isTyped = parts.some((part) => isObject(part) && 'type' in part);
  return { ...message, parts: [isTyped ? { type: 'text', text } : { text }, ...parts] };
}

/** Below the system messages at the start; within the one there is, where it is a plain object. */
function withSystem(messages: readonly PromptMessage[], text: string): unknown[] {
  const originals = messages.map(({ original }) => original);
  const own = messages.findIndex(({ role }) => role !== 'system');
  const after = own < 0 ? messages.length : own;
  const last = originals[after - 1];
  if (isObject(last) && typeof last.role === 'string' && typeof last.content === 'string') {
    return originals.with(after - 1, { ...last, content: below(last.content, text) });
  }
  const added = originals.some(Array.isArray) ? ['system', text] : { role: 'system', content: text };
  return originals.toSpliced(after, 0, added);
}

function messagesForm(items: readonly unknown[]): PromptArgument | null {
  const messages = items.map(spoken).filter((message) => message !== null);
  if (messages.length === 0 || messages.length < items.length) return null;
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  if (asked === undefined) return null;
  return {
    task: asked.text,
    withText(text) {
      const { original } = asked;
      // Messages of parts have no system message: what a model is to know goes to its user.
      const hasParts = isObject(original) && Array.isArray(original.parts) && original.content === undefined;
      return hasParts ? items.with(at, withFirstPart(original, text)) : withSystem(messages, text);
    },
  };
}

/** A list of texts and parts, which is one message. */
function partsForm(items: readonly unknown[]): PromptArgument | null {
  const task = contentText(items);
  const isText = typeof items[0] === 'string';
  return task === '' ? null : { task, withText: (text) => [isText ? text : { text }, ...items] };
}

/** Where the model reads its instructions from a field of its own. Claude takes none in its messages. */
function instructionsField(request: JsonObject): 'system' | 'instructions' | null {
  const { model } = request;
  const isClaude = typeof model === 'string' && model.includes('claude') && 'messages' in request;
  if ('system' in request || isClaude) return 'system';
  return 'instructions' in request && 'input' in request ? 'instructions' : null;
}

/** A field that is a text, a list of blocks or not there yet. */
function joinedField(own: unknown, text: string): unknown {
  return Array.isArray(own) ? [...own, { type: 'text', text }] : below(contentText(own), text);
}

function requestForm(request: JsonObject): PromptArgument | null {
  for (const key of ['messages', 'prompt', 'input', 'contents']) {
    const value = request[key];
    const inner = formOf(value) ?? (key === 'contents' && Array.isArray(value) ? partsForm(value) : null);
    if (inner === null) continue;
    const field = instructionsField(request);
    return {
      task: inner.task,
      withText: (text) =>
        field === null
          ? { ...request, [key]: inner.withText(text) }
          : { ...request, [field]: joinedField(request[field], text) },
    };
  }
  return null;
}

function formOf(value: unknown): PromptArgument | null {
  if (typeof value === 'string') return { task: value, withText: (text) => below(text, value) };
  if (Array.isArray(value)) return messagesForm(value);
  return isObject(value) ? requestForm(value) : null;
}

/** The first argument that holds a task, and where it stands. */
function taskForm(args: readonly unknown[]): { form: PromptArgument; at: number } | null {
  for (const [at, value] of args.entries()) {
    const form = formOf(value);
    if (form !== null && form.task !== '') return { form, at };
  }
  return null;
}

/** The task in an agent's arguments; empty where there is none to be seen. */
export function taskOf(...args: unknown[]): string {
  return taskForm(args)?.form.task ?? '';
}

/** The arguments with the instructions where a model will read them; arguments of another form as they are. */
export function withInstructions<Args extends unknown[]>({ instructions }: Recall, ...args: Args): Args {
  const found = taskForm(args);
  return found === null ? args : (args.with(found.at, found.form.withText(instructions)) as Args);
}

/** A result or an error as text; empty for nothing and for what cannot be written. */
export function textOf(value: unknown): string {
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
