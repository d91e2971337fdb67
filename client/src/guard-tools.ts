/** Tools that a person has to allow where a rule blocks their call. The rules are those that an adapter found for the call. */
import { toWhetstoneError } from './errors.ts';
import { objectOf, stringOf } from './json.ts';
import { blocksCall } from './recall.ts';
import { pause } from './timers.ts';
import type { Whetstone } from './whetstone.ts';

export interface GuardOptions {
  /** That of the adapter. */
  client: Whetstone;
  /** Asks a person. Default: nobody can be asked, and the call is refused. */
  allow?: ((call: { tool: string; id: string; rules: string }) => boolean | Promise<boolean>) | undefined;
  /** How long a call may wait for its rules, in milliseconds. Default: 50, or the client's `recallTimeoutMs`. */
  waitMs?: number | undefined;
}

type Method = (...args: unknown[]) => unknown;

const REFUSED =
  'An error occurred while running the tool: it was not run, as a person has to allow this call';

/**
 * The same tools, of the AI SDK, Mastra, LangChain and LangGraph, or the OpenAI Agents SDK: a list, or an object by their names.
 * A call that a rule blocks fails unless `allow` agrees.
 */
export function guardTools<Tools extends object>(tools: Tools, options: GuardOptions): Tools {
  if (Array.isArray(tools))
    return tools.map((tool: object) => guarded(tool, stringOf(objectOf(tool).name) ?? '', options)) as Tools &
      unknown[];
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, guarded(tool, name, options)]),
  ) as Tools;
}

function guarded<Tool>(tool: Tool, name: string, options: GuardOptions): Tool {
  if (typeof tool !== 'object' || tool === null) return tool;
  return new Proxy(tool, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as Method;
      if (key !== 'execute' && key !== 'invoke') return method;
      const isStream = Object.prototype.toString.call(value) === '[object AsyncGeneratorFunction]';
      return guardedMethod(method, { name, isStream, isText: objectOf(target).type === 'function' }, options);
    },
  });
}

interface ToolForm {
  name: string;
  isStream: boolean;
  /** Whether what it throws ends the run: the OpenAI Agents SDK takes errors as text. */
  isText: boolean;
}

function guardedMethod(method: Method, form: ToolForm, options: GuardOptions): Method {
  return (...args) => {
    const id = callIdOf(args);
    // Most calls have no rule, and go on at once as they are.
    if (id === null || options.client.rulesOf(id) === null) return method(...args);
    if (form.isStream) return streamed(method, args, () => isAllowed(form.name, id, options));
    return isAllowed(form.name, id, options).then((isIt) => {
      if (isIt) return method(...args);
      if (form.isText) return REFUSED;
      throw new Error(REFUSED);
    });
  };
}

async function* streamed(method: Method, args: unknown[], allowed: () => Promise<boolean>) {
  if (!(await allowed())) throw new Error(REFUSED);
  yield* method(...args) as AsyncIterable<unknown>;
}

async function isAllowed(
  tool: string,
  id: string,
  { client, allow, waitMs = client.momentWaitMs }: GuardOptions,
) {
  const known = await Promise.race([client.rulesOf(id), pause(waitMs)]);
  if (known == null || !blocksCall(known)) return true;
  try {
    return (await allow?.({ tool, id, rules: known.instructions })) === true;
  } catch (error) {
    client.report(toWhetstoneError(error, 'agent-code'));
    return false;
  }
}

/** The id of the call among what a framework gives a tool; null where there is none. */
function callIdOf([first, second, third]: unknown[]): string | null {
  const [input, options, details] = [objectOf(first), objectOf(second), objectOf(third)];
  return (
    stringOf(options.toolCallId) ??
    stringOf(objectOf(options.agent).toolCallId) ??
    stringOf(objectOf(details.toolCall).callId) ??
    (input.type === 'tool_call' ? stringOf(input.id) : null)
  );
}
