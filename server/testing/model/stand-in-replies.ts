/**
 * Replies in the form of the protocol, with the token counts and the vectors that a stand-in makes up, always
 * the same for the same text.
 */

/** What is read of a chat request. */
export interface CompletionRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: {
    type: 'json_schema' | 'json_object' | 'text';
    json_schema?: { name: string; strict: boolean; schema: Record<string, unknown> };
  };
  reasoning_effort?: string;
  max_completion_tokens?: number;
  max_tokens?: number;
}

/** Tokens of one call; `cached` are within `prompt`. */
interface ReportedTokens {
  prompt: number;
  cached: number;
  completion: number;
}

const DIMENSIONS = 64;

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** Four characters are a token; the system message counts as cached. */
export function countTokens({ messages }: CompletionRequest, content: string): ReportedTokens {
  return {
    prompt: messages.reduce((sum, message) => sum + tokens(message.content), 0),
    cached: tokens(messages[0]?.content ?? ''),
    completion: tokens(content),
  };
}

/** A chat completion. */
export function completionReply(
  content: string,
  { prompt, cached, completion }: ReportedTokens,
  finishReason: string,
) {
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    },
  };
}

/** A bag of words as a vector of length 1: texts that share words point the same way. */
export function bagOfWords(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
    const place = hash % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** A reply of the embeddings endpoint. */
export function embeddingsReply(texts: readonly string[], vectorOf: (text: string) => number[]) {
  const prompt = texts.reduce((sum, text) => sum + tokens(text), 0);
  return {
    object: 'list',
    model: 'stand-in',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: prompt, total_tokens: prompt },
  };
}
