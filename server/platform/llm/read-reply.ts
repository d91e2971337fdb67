/** What an endpoint replied, read without trust: the text of the answer, how it ended, and the tokens that it cost. */
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
 * The usage of a reply, null where it states none. Endpoints count cached tokens within the prompt's; where more are cached than the
 * prompt has, they are counted apart, so the two are added.
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
