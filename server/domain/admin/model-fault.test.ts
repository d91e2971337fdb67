/** The words are those that the model client makes of an endpoint's errors. */
import { describe, expect, it } from 'vitest';
import { shownAddress } from './model.ts';
import { explainEmbeddingsFault, explainModelFault, stopsLearning } from './model-fault.ts';

const unavailable = (reason: string) => `ModelUnavailable: learning model unavailable: ${reason}`;
const unusable = (problem: string) => `ModelUnusable: the model's answer cannot be used: ${problem}`;

describe('a fault of the learning model', () => {
  it.each([
    [
      'key',
      unavailable('the endpoint refuses the API key (401): Incorrect API key provided'),
      'SERVICE_LLM_API_KEY',
    ],
    [
      'key',
      unavailable('the endpoint refuses the request (400): API key not valid. Please pass a valid API key.'),
      'SERVICE_LLM_API_KEY',
    ],
    [
      'model',
      unavailable(
        'the endpoint does not know the model or the address (404): The model `gpt-9` does not exist',
      ),
      'SERVICE_LLM_MODEL',
    ],
    [
      'model',
      unavailable(
        'the endpoint does not know the model or the address (404): model "qwen9" not found, try pulling it first',
      ),
      'SERVICE_LLM_MODEL',
    ],
    [
      'model',
      unavailable(
        'the endpoint does not know the model or the address (404): The API deployment for this resource does not exist.',
      ),
      'SERVICE_LLM_MODEL',
    ],
    [
      'model',
      unavailable('the endpoint refuses the request (400): gpt-9 is not a valid model ID'),
      'SERVICE_LLM_MODEL',
    ],
    [
      'address',
      unavailable('the endpoint does not know the model or the address (404): Not Found'),
      'SERVICE_LLM_BASE_URL',
    ],
    [
      'address',
      unavailable('the endpoint does not know the model or the address (404)'),
      'SERVICE_LLM_BASE_URL',
    ],
    [
      'address',
      unavailable(
        'the endpoint answers with an HTML page, not a chat completion: is the base address right?',
      ),
      'SERVICE_LLM_BASE_URL',
    ],
    ['address', unavailable('the endpoint answers with status 405'), 'SERVICE_LLM_BASE_URL'],
    ['unreachable', unavailable('the endpoint cannot be reached (ECONNREFUSED)'), 'Start the server'],
    ['unreachable', unavailable('the endpoint cannot be reached (ENOTFOUND)'), 'Correct the host'],
    [
      'unreachable',
      unavailable('the endpoint cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      'NODE_EXTRA_CA_CERTS',
    ],
    ['rate', unavailable('the provider limits the rate'), 'higher limit'],
    [
      'quota',
      unavailable("the provider's quota is used up: You exceeded your current quota (insufficient_quota)"),
      'credit',
    ],
    ['quota', unavailable('the endpoint answers with status 402: Insufficient credits'), 'credit'],
    [
      'quota',
      unavailable('the endpoint refuses the request (400): Your credit balance is too low'),
      'credit',
    ],
    [
      'context',
      unusable("the request does not fit into the model's context: maximum context length is 2048"),
      'SERVICE_LLM_MODEL',
    ],
    ['timeout', unavailable('no answer within 240 seconds'), 'SERVICE_LLM_EFFORT'],
    ['budget', 'OverBudget: daily learning token budget exceeded', 'SERVICE_DAILY_TOKEN_BUDGET'],
    ['unusable', unusable('the answer was cut off at the token limit'), 'SERVICE_LLM_MAX_TOKENS'],
    ['unusable', unusable('lessons.0.content: Invalid input'), 'larger model'],
    [
      'refused',
      unavailable('the endpoint refuses the request (400): json_schema is not supported by this model'),
      'SERVICE_LLM_EXTRA_BODY',
    ],
    ['refused', unusable("the endpoint refuses the request's text: content_filter"), null],
    ['other', unavailable('the endpoint answers with status 500: CUDA error'), null],
    ['other', unavailable('too many calls wait for it'), null],
  ])('%s: %s', (cause, words, set) => {
    const explained = explainModelFault(words);
    expect([explained.cause, explained.means === '']).toEqual([cause, false]);
    expect(explained.set ?? 'nothing').toContain(set ?? 'nothing');
  });

  it('of one run does not stop learning, unless it repeats', () => {
    expect(stopsLearning({ cause: 'unusable', times: 2 })).toBe(false);
    expect(stopsLearning({ cause: 'unusable', times: 3 })).toBe(true);
    expect(stopsLearning({ cause: 'key', times: 1 })).toBe(true);
  });
});

it.each([
  ['the endpoint answers 401', 'key'],
  ['the endpoint answers 404', 'address'],
  ['the endpoint answers 429', 'rate'],
  ['the endpoint answers 400', 'refused'],
  ['the endpoint answers 500', 'other'],
  ['the reply is not valid JSON', 'address'],
  ['the endpoint took too long', 'timeout'],
  ['the endpoint cannot be reached', 'unreachable'],
])('of the embeddings endpoint "%s" is %s', (words, cause) => {
  expect(explainEmbeddingsFault(words).cause).toBe(cause);
});

it('an address is shown without credentials and secrets', () => {
  expect(shownAddress('https://me:pass@llm.example/openai/v1?api-version=2024-10-21&key=secret')).toBe(
    'https://llm.example/openai/v1?api-version=2024-10-21',
  );
});
