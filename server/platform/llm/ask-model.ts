/**
 * The one way to the learning model: a question with an answer's form, through any OpenAI-compatible
 * endpoint. Nothing that answers without a model may be able to reach this file (a build rule holds that).
 */
import { z } from 'zod';
import type { Purpose } from '../../domain/learning/answers.ts';
import { learningFaults } from '../faults/store.ts';
import { errorFields, errorText } from '../log/log.ts';
import type { Runtime } from '../runtime.ts';
import { complete, JOB_TIMEOUTS, type TimeoutPolicy } from './complete.ts';
import { keepDialect, loadDialect } from './dialect-store.ts';
import { type Endpoint, modelEndpoint } from './endpoint.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget, ModelUnusable } from './model-errors.ts';
import { noteModelAnswer, noteModelFailure } from './note-failure.ts';
import { type Reply, readAnswer } from './read-reply.ts';
import { materialRoom, type Prompt, type PromptText } from './send-request.ts';

type Node = Record<string, unknown>;

/** Keywords that strict endpoints know; whatever else the form has is dropped. */
const KEPT = ['type', 'enum', 'const', 'description'];

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function range(node: Node, least: string, most: string, unit: string): string[] {
  const [min, max] = [node[least], node[most]];
  if (typeof min === 'number' && typeof max === 'number') return [`${min} to ${max}${unit}`];
  if (typeof max === 'number') return [`at most ${max}${unit}`];
  return typeof min === 'number' ? [`at least ${min}${unit}`] : [];
}

/** The bounds of a node in words. */
function describeBounds(node: Node): string[] {
  return [
    ...range(node, 'minLength', 'maxLength', ' characters'),
    ...range(node, 'minItems', 'maxItems', ' items'),
    ...range(node, 'minimum', 'maximum', ''),
    ...(typeof node['pattern'] === 'string' ? [`matching ${node['pattern']}`] : []),
  ];
}

function boundsAsDescription(node: Node): Node {
  const bounds = describeBounds(node).join(', ');
  const description = node['description'];
  if (bounds === '') return {};
  return { description: typeof description === 'string' ? `${description} (${bounds})` : bounds };
}

const acceptsNull = ({ type, anyOf }: Node): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || asNodes(anyOf).some(acceptsNull);

const nullable = (node: Node): Node => (acceptsNull(node) ? node : { anyOf: [node, { type: 'null' }] });

function strictObject(node: Node, properties: Node): Node {
  const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
  const entries = Object.entries(properties).map(([name, property]) => {
    const strict = strictNode(isNode(property) ? property : {});
    return [name, required.has(name) ? strict : nullable(strict)];
  });
  return {
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function strictNode(node: Node): Node {
  const kept = Object.fromEntries(KEPT.filter((key) => key in node).map((key) => [key, node[key]]));
  const { anyOf, oneOf, items, properties } = node;
  const choices = asNodes(anyOf ?? oneOf);
  return {
    ...kept,
    ...boundsAsDescription(node),
    ...(choices.length > 0 ? { anyOf: choices.map(strictNode) } : {}),
    ...(isNode(items) ? { items: strictNode(items) } : {}),
    ...(isNode(properties) ? strictObject(node, properties) : {}),
  };
}

/** The strict JSON Schema of what may be written for `schema`. */
export function strictSchema(schema: z.ZodType): Node {
  return strictNode(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }));
}

/** Characters of an unusable answer that are shown to the model again. */
const SHOWN_AGAIN = 8000;

export interface Question<T> {
  tenant: string;
  /** Names the answer's form, the usage row and the metric's label. */
  purpose: Purpose;
  /** The instructions: our own texts only. */
  system: string;
  /** What to work on; untrusted text must be quoted. A function is given the characters that there is room for. */
  user: PromptText;
  schema: z.ZodType<T>;
  /** The values that fields of these names may have, such as the ids that were shown. They are told to the model alone. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Ends the question; its reason is thrown. */
  signal?: AbortSignal;
  /** {@link JOB_TIMEOUTS} unless given. */
  timeouts?: TimeoutPolicy;
}

/** The JSON Schema of an answer, made once a schema. */
function answerSchema<T>(
  runtime: Runtime,
  { schema, choices = {} }: Pick<Question<T>, 'schema' | 'choices'>,
): Node {
  const forms = runtime.once('llm.forms', () => new WeakMap<z.ZodType, Node>());
  const form = forms.get(schema) ?? strictSchema(schema);
  forms.set(schema, form);
  return Object.keys(choices).length === 0 ? form : limitTo(form, choices);
}

/** The schema with the texts of some fields limited to a list; a field without any choice is left as it is. */
function limitTo(node: Node, choices: NonNullable<Question<unknown>['choices']>): Node {
  const limited = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(limited) : isNode(value) ? limitTo(value, choices) : value;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key !== 'properties' || !isNode(value)) return [key, limited(value)];
      const properties = Object.entries(value).map(([name, property]) => {
        const allowed = choices[name] ?? [];
        const inner = limited(property) as Node;
        return [name, allowed.length === 0 ? inner : withEnum(inner, allowed)];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}

function withEnum(node: Node, allowed: readonly string[]): Node {
  if (isNode(node['items'])) return { ...node, items: withEnum(node['items'], allowed) };
  if (Array.isArray(node['anyOf']))
    return { ...node, anyOf: asNodes(node['anyOf']).map((one) => withEnum(one, allowed)) };
  return node['type'] === 'string' ? { ...node, enum: [...allowed] } : node;
}

/**
 * The prompt after an answer that could not be used: that answer, where there is one, what is wrong with it, and the form once
 * more in words.
 */
function repair(prompt: Prompt, { texts: [text = ''] }: Reply, problem: string): Prompt {
  const shown = text.slice(0, SHOWN_AGAIN).toWellFormed();
  const correction = `Your answer cannot be used: ${problem}. Answer again with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify({ title: prompt.purpose, ...prompt.schema })}`;
  return {
    ...prompt,
    turns: [
      ...prompt.turns,
      // Many chat templates want the roles to alternate.
      { role: 'assistant', content: shown.trim() === '' ? '(no answer)' : shown },
      { role: 'user', content: correction },
    ],
  };
}

/**
 * Asks the learning model and returns its answer, checked against `schema`. An answer that does not fit is
 * asked for once more with the problem named. Every request is metered, also those whose answer is of no use.
 * Never call it inside a transaction. What the model fails with is kept for its tenant until it answers.
 *
 * Throws `ModelUnavailable` (no provider, refused credential, outage, rate limiting), `ModelUnusable` (no
 * fitting answer), `OverBudget`, or the signal's reason.
 */
export async function askModel<T>(runtime: Runtime, question: Question<T>): Promise<T> {
  const endpoint = modelEndpoint(runtime);
  try {
    const answer = await findAnswer(runtime, endpoint, question);
    noteModelAnswer(runtime, question.tenant);
    await noteFault(runtime, question.tenant, null);
    return answer;
  } catch (error) {
    noteModelFailure(runtime, question.tenant, error);
    if (isModelUnavailable(error) || isModelUnusable(error) || isOverBudget(error)) {
      await noteFault(runtime, question.tenant, errorText(error));
    }
    throw error;
  }
}

/**
 * Characters of material that the model can read beside the question's instructions and an answer; very many where its context is
 * not known. Throws `ModelUnavailable` where no model is configured.
 */
export async function readRoom<T>(
  runtime: Runtime,
  { tenant, purpose, system, schema }: Pick<Question<T>, 'tenant' | 'purpose' | 'system' | 'schema'>,
): Promise<number> {
  const endpoint = modelEndpoint(runtime);
  await loadDialect(runtime, endpoint);
  const form = answerSchema(runtime, { schema });
  return materialRoom({ tenant, purpose, system, turns: [], schema: form }, endpoint.dialect);
}

async function findAnswer<T>(runtime: Runtime, endpoint: Endpoint, question: Question<T>): Promise<T> {
  const { tenant, purpose, system, user, schema, choices, signal, timeouts = JOB_TIMEOUTS } = question;
  const asking = { timeouts, signal };
  const prompt: Prompt = {
    tenant,
    purpose,
    system,
    user,
    turns: [],
    schema: answerSchema(runtime, choices === undefined ? { schema } : { schema, choices }),
  };
  const reply = await complete(runtime, endpoint, prompt, asking);
  const read = readAnswer(reply, schema, endpoint.maxAnswer);
  endpoint.proseAnswers = read.ok || read.isJson ? 0 : endpoint.proseAnswers + 1;
  if (read.ok) return read.answer;
  const again = await complete(runtime, endpoint, repair(prompt, reply, read.problem), asking);
  const readAgain = readAnswer(again, schema, endpoint.maxAnswer);
  if (readAgain.ok) {
    if (endpoint.proseAnswers >= MAX_PROSE_ANSWERS) await lowerForm(runtime, endpoint);
    return readAgain.answer;
  }
  for (const one of [again, reply]) {
    const part = readAnswer(one, schema, endpoint.maxAnswer, { dropsFaulty: true });
    if (part.ok) return part.answer;
  }
  throw new ModelUnusable(readAgain.problem);
}

/** First answers in a row that are no JSON after which an endpoint is taken for one that ignores the schema. */
const MAX_PROSE_ANSWERS = 3;

/** An endpoint that ignores the schema instead of refusing it is given the schema in the prompt from then on. */
async function lowerForm(runtime: Runtime, endpoint: Endpoint): Promise<void> {
  const { dialect } = endpoint;
  if (dialect.form === 'json_schema')
    await keepDialect(runtime, endpoint, { ...dialect, form: 'json_object' });
}

/** Keeps the fault of the model, or with null clears it. Never fails: the answer counts for more. */
async function noteFault({ db, log, clock }: Runtime, tenant: string, text: string | null): Promise<void> {
  try {
    if (text !== null) await db.write((tx) => learningFaults(tx, tenant).add('model', text, clock()));
    // Nearly every answer finds nothing to clear, and reading costs less than a transaction.
    else if (await learningFaults(db.read, tenant).has('model')) {
      await db.write((tx) => learningFaults(tx, tenant).clear('model'));
    }
  } catch (error) {
    log.error('learning_fault.not_stored', errorFields(error));
  }
}
