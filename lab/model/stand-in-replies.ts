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

const DIMENSIONS = 256;

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** Four characters are a token; the system message counts as cached. */
export function countTokens({ messages }: CompletionRequest, content: string): ReportedTokens {
  return {
    prompt: messages.reduce((sum, message) => sum + tokens(message.content), 0),
    cached: tokens(messages[0]?.content ?? ''),
    completion: tokens(content),
  };
}

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

/** Letters of a part of a word, and how much a part counts beside a whole word. */
const PART = 3;
const PART_WEIGHT = 0.3;
/** How many places of the vector a word or part changes. */
const PLACES = 8;

/**
 * A text's vector of length 1, with the geometry of real ones: every word and every run of three characters
 * in a word has a random direction, always the same, and a text points where its words do together (a sparse
 * random projection). Texts that share words or stems are near each other, and others nearly at right angles.
 * Another `seed` gives other directions.
 */
export function projectedText(text: string, seed = 1): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  const add = (feature: string, weight: number): void => {
    let state = [...feature].reduce((hash, letter) => mixed(hash ^ (letter.codePointAt(0) ?? 0)), seed);
    for (let place = 0; place < PLACES; place += 1) {
      state = mixed(state + 1);
      const at = (state >>> 1) % DIMENSIONS;
      vector[at] = (vector[at] ?? 0) + ((state & 1) === 0 ? weight : -weight);
    }
  };
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(word, 1);
    const padded = `_${word}_`;
    for (let at = 0; at + PART <= padded.length; at += 1) add(padded.slice(at, at + PART), PART_WEIGHT);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** A number of 32 bits that looks like chance beside that of any other state (the finish of MurmurHash3). */
function mixed(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function embeddingsReply(texts: readonly string[], vectorOf: (text: string) => number[]) {
  const prompt = texts.reduce((sum, text) => sum + tokens(text), 0);
  return {
    object: 'list',
    model: 'stand-in',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: prompt, total_tokens: prompt },
  };
}
