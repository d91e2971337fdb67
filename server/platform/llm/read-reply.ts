/**
 * What an endpoint replied, read without trust: the text of the answer, how it ended, and the tokens that it
 * cost.
 */
import { z } from 'zod';

/** Largest count of one reply that is believed. */
const MAX_TOKENS = 100_000_000;

/** Tokens of one call; input counts cached tokens too. */
export interface CallUsage {
  input: number;
  output: number;
}

/** An answer that has not been checked yet. */
export interface Reply {
  content: string;
  /** Whether it ended because it reached the token limit. */
  cut: boolean;
  refused: boolean;
}

const count = () => z.number().int().min(0).max(MAX_TOKENS).catch(0);

const usageSchema = z.object({
  usage: z.object({
    prompt_tokens: count(),
    completion_tokens: count(),
    prompt_tokens_details: z.object({ cached_tokens: count() }).catch({ cached_tokens: 0 }),
  }),
});

const partSchema = z.object({ text: z.string() });

const replySchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.union([z.string(), z.array(partSchema)]).nullish(),
        refusal: z.string().nullish(),
      }),
    }),
  ),
});

/**
 * The usage of a reply, null where it states none. Endpoints count cached tokens within the prompt's; where
 * more are cached than the prompt has, they are counted apart, so the two are added.
 */
export function readUsage(reply: unknown): CallUsage | null {
  const read = usageSchema.safeParse(reply);
  if (!read.success) return null;
  const { prompt_tokens: prompt, completion_tokens: output, prompt_tokens_details } = read.data.usage;
  const { cached_tokens: cached } = prompt_tokens_details;
  return { input: cached > prompt ? prompt + cached : prompt, output };
}

/** The answer in a reply; null where the reply is none of a chat completion. */
export function readReply(reply: unknown): Reply | null {
  const read = replySchema.safeParse(reply);
  if (!read.success) return null;
  const [choice] = read.data.choices;
  const content = choice?.message.content ?? '';
  return {
    content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
    cut: choice?.finish_reason === 'length',
    refused: (choice?.message.refusal ?? '') !== '' || choice?.finish_reason === 'content_filter',
  };
}

// The answer in a reply's text, held against its form. What is wrong is said in words that contain nothing of
// the answer.

/** Errors that are named; the rest would only repeat them. */
const NAMED_FAULTS = 5;

/** Either the answer or what is wrong with it. */
type ParsedAnswer<T> = { ok: true; answer: T } | { ok: false; problem: string };

const unreadable = (text: string): { ok: false; problem: string } => ({ ok: false, problem: text });

/**
 * The JSON value in a text, which models like to wrap in a code fence or in words; undefined where there is
 * none.
 */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate, or none.
    }
  }
  return undefined;
}

function describeIssues({ issues }: z.ZodError): string {
  const named = issues.slice(0, NAMED_FAULTS).map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  return named.join('; ');
}

/** Reads an answer of at most `maxLength` characters. */
export function readAnswer<T>(
  { content, cut, refused }: Reply,
  schema: z.ZodType<T>,
  maxLength: number,
): ParsedAnswer<T> {
  if (refused) return unreadable('the model refused to answer');
  if (content.trim() === '') return unreadable('the answer is empty');
  if (content.length > maxLength) return unreadable(`the answer is longer than ${maxLength} characters`);
  const value = jsonIn(content);
  if (value === undefined)
    return unreadable(cut ? 'the answer was cut off at the token limit' : 'the answer is not JSON');
  const read = schema.safeParse(value);
  return read.success ? { ok: true, answer: read.data } : unreadable(describeIssues(read.error));
}
