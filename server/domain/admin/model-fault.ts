/** What a failure of the learning model or of the embeddings endpoint means, and what to set. It is read from the words of the error. */

/** The causes by which failures are counted. */
export const MODEL_FAULT_CAUSES = [
  'key',
  'model',
  'address',
  'unreachable',
  'rate',
  'quota',
  'context',
  'timeout',
  'refused',
  'unusable',
  'budget',
  'other',
] as const;

export type ModelFaultCause = (typeof MODEL_FAULT_CAUSES)[number];

export interface FaultExplanation {
  cause: ModelFaultCause;
  /** One sentence or two. */
  means: string;
  /** Which variable to set; null where no setting helps. */
  set: string | null;
}

type Rule = readonly [words: RegExp, FaultExplanation];

const rule = (words: RegExp, cause: ModelFaultCause, means: string, set: string | null = null): Rule => [
  words,
  { cause, means, set },
];

const UNKNOWN_MODEL =
  /\(404\): .*(?:model|deployment)|refuses the request \(4\d\d\): .*(?:models?\b.{0,80}(?:not found|not exist|unknown)|(?:invalid|unknown|no such|not a valid) model)/i;

/** The first that matches counts. Our own words come before those of the endpoint, so most rules look for ours. */
const MODEL_RULES: readonly Rule[] = [
  rule(
    /no provider is configured/,
    'other',
    'No learning model is configured.',
    'Set SERVICE_LLM_PROVIDER, SERVICE_LLM_BASE_URL and SERVICE_LLM_MODEL.',
  ),
  rule(
    /token budget exceeded|over the tenant's quota/,
    'budget',
    'The tokens of this UTC day are used up. Learning continues at midnight.',
    'Raise SERVICE_DAILY_TOKEN_BUDGET, or the tenant’s quota.',
  ),
  rule(
    /fit into the model's context/,
    'context',
    'The model’s context is too short for the request.',
    'Serve the model with a context of at least 16,384 tokens, or set SERVICE_LLM_MODEL to a model with a longer one.',
  ),
  rule(
    /quota is used up|status 402|credit balance|insufficient.{0,10}(?:quota|credit|balance|funds)/i,
    'quota',
    'The account at the provider has no credit left.',
    'Add credit at the provider, or set SERVICE_LLM_API_KEY to a key of another account.',
  ),
  rule(
    /refuses the API key|API key not valid|(?:invalid|incorrect) API key/i,
    'key',
    'The endpoint does not accept the API key.',
    'Set SERVICE_LLM_API_KEY to a valid key of this provider that may use the model.',
  ),
  rule(
    /limits the rate/,
    'rate',
    'The provider limits how often the model may be called. Learning waits and tries again.',
    'Ask the provider for a higher limit, or set SERVICE_LLM_MODEL to a model with one.',
  ),
  rule(
    /no answer within|status (?:408|504|524)/,
    'timeout',
    'The model answers more slowly than learning waits.',
    'Set SERVICE_LLM_MODEL to a faster model, or lower SERVICE_LLM_EFFORT.',
  ),
  rule(
    /cannot be reached \((?:ENOTFOUND|EAI_AGAIN)/,
    'unreachable',
    'The host name in the base address cannot be resolved.',
    'Correct the host in SERVICE_LLM_BASE_URL.',
  ),
  rule(
    /cannot be reached \(.*(?:CERT|SELF_SIGNED|UNABLE_TO_VERIFY)/,
    'unreachable',
    'The TLS certificate of the endpoint is not trusted.',
    'Set NODE_EXTRA_CA_CERTS to the file of the authority that signed the certificate.',
  ),
  rule(
    /cannot be reached/,
    'unreachable',
    'The endpoint cannot be reached: its server is down, or the base address is wrong.',
    'Start the server, or correct SERVICE_LLM_BASE_URL. Inside a container, 127.0.0.1 is the container itself.',
  ),
  rule(
    UNKNOWN_MODEL,
    'model',
    'The endpoint does not know the model.',
    'Set SERVICE_LLM_MODEL to a name that the endpoint lists.',
  ),
  rule(
    /\(404\)|HTML page|answer with a chat completion|answer in JSON|status (?:30\d|405)/,
    'address',
    'The base address does not lead to a chat completions API.',
    'Set SERVICE_LLM_BASE_URL to the address up to, and without, /chat/completions, such as https://api.openai.com/v1.',
  ),
  rule(
    /refuses the request's text/,
    'refused',
    'A content filter of the provider refuses the text of the run.',
  ),
  rule(
    /refuses the request \(/,
    'refused',
    'The endpoint refuses the request in every form that was tried.',
    'See the words of the endpoint. SERVICE_LLM_EXTRA_BODY and SERVICE_LLM_HEADERS add what an endpoint requires.',
  ),
  rule(
    /cut off at the token limit/,
    'unusable',
    'The answer was cut off before its end.',
    'Raise SERVICE_LLM_MAX_TOKENS, or lower SERVICE_LLM_EFFORT.',
  ),
  rule(
    /answer (?:cannot|could not) be used/,
    'unusable',
    'The model answers, but not in the form that learning needs.',
    'Set SERVICE_LLM_MODEL to a larger model.',
  ),
  rule(/status 5\d\d/, 'other', 'The endpoint fails with an error of its own. Learning tries again.'),
];

const EMBEDDINGS_RULES: readonly Rule[] = [
  rule(
    /answers 40[13]$/,
    'key',
    'The embeddings endpoint does not accept the API key.',
    'Set SERVICE_EMBEDDINGS_API_KEY.',
  ),
  rule(
    /answers (?:30\d|40[45])$|^the reply/,
    'address',
    'The address does not lead to an embeddings API, or the endpoint does not know the model.',
    'Correct SERVICE_EMBEDDINGS_URL and SERVICE_EMBEDDINGS_MODEL.',
  ),
  rule(/answers 429$/, 'rate', 'The provider limits how often the embeddings endpoint may be called.'),
  rule(
    /took too long/,
    'timeout',
    'The embeddings endpoint answers too slowly.',
    'Set SERVICE_EMBEDDINGS_MODEL to a smaller model.',
  ),
  rule(
    /cannot be reached/,
    'unreachable',
    'The embeddings endpoint cannot be reached: its server is down, or the address is wrong.',
    'Start the server, or correct SERVICE_EMBEDDINGS_URL.',
  ),
  rule(
    /answers 4\d\d$/,
    'refused',
    'The embeddings endpoint refuses the request.',
    'Correct SERVICE_EMBEDDINGS_MODEL.',
  ),
];

const find = (rules: readonly Rule[], words: string, otherwise: string): FaultExplanation =>
  rules.find(([pattern]) => pattern.test(words))?.[1] ?? { cause: 'other', means: otherwise, set: null };

/** What a failure of the learning model means; `words` is the error's message. */
export const explainModelFault = (words: string): FaultExplanation =>
  find(MODEL_RULES, words, 'The learning model gives no answer.');

/** The same of the embeddings endpoint. */
export const explainEmbeddingsFault = (words: string): FaultExplanation =>
  find(EMBEDDINGS_RULES, words, 'The embeddings endpoint fails with an error of its own.');

/** The message of an error of the model without what we put before the words of the endpoint. */
export const faultWords = (message: string): string =>
  message.replace(/^(?:Model\w+: )?(?:learning model unavailable|the model's answer cannot be used): /, '');

/** Unusable or refused answers in a row from which on learning does not go on with other runs. */
const MANY = 3;

/** Whether learning as a whole stands still, and not only the learning from one run. */
export function stopsLearning({ cause, times }: { cause: ModelFaultCause; times: number }): boolean {
  return times >= MANY || (cause !== 'unusable' && cause !== 'refused');
}
